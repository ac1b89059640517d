import { spawn } from "node:child_process";
import { mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { root } from "./kit.ts";

const suite = join(root, "node_modules/@modelcontextprotocol/conformance/dist/index.js");

/** Whether each scenario passed, by its name. */
export type Verdicts = Map<string, boolean>;

/** Runs the public suite to its end. */
export function runSuite(args: readonly string[], folder: string): Promise<string> {
  const child = spawn(process.execPath, [suite, ...args], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  const add = (chunk: Buffer): void => void (text += chunk.toString());
  child.stdout.on("data", add);
  child.stderr.on("data", add);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", () => resolve(text));
  });
}

/** The lines of the suite's own summary. */
export function readSummary(text: string): Verdicts {
  const summary = text.slice(text.indexOf("SUMMARY"));
  const lines = summary.matchAll(/^([✓✗]) ([a-z0-9/_-]+): \d+ passed/gm);
  return new Map([...lines].map(([, mark, name]) => [name ?? "", mark === "✓"]));
}

/** Those of a summary that a revision runs and does not require: extensions, and what came after it. */
export function readOptional(text: string): Set<string> {
  const lines = text.matchAll(/^ {2}[✓✗] ([a-z0-9/_-]+) \((?:extension|added-after-release|pending)\)/gm);
  return new Set([...lines].map(([, name]) => name ?? ""));
}

/** A folder of results, which finds the packages of this repository. */
export async function makeFolder(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "skillmint-conformance-")));
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** The client of the suite as one file: it is started some fifty times. */
export async function bundleClient(folder: string): Promise<string> {
  const bundled = await rolldown({
    cwd: root,
    input: join(root, "e2e/mcp-conformance-client.fixture.ts"),
    platform: "node",
    external: [/^node:/],
    resolve: {
      conditionNames: ["skillmint-source", "import", "node", "default"],
      mainFields: ["module", "main"],
    },
    logLevel: "silent",
  });
  await bundled.write({ dir: join(folder, "client"), format: "esm", entryFileNames: "client.mjs" });
  await bundled.close();
  return join(folder, "client/client.mjs");
}

/** Hands requests on with a token, which the suite cannot send. */
export async function startTokenProxy(
  target: string,
  token: string,
): Promise<{ url: string; server: Server }> {
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    const sent = request(target, { method: incoming.method ?? "GET", headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    sent.on("error", () => outgoing.destroy());
    outgoing.once("close", () => sent.destroy());
    incoming.pipe(sent);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, server };
}
