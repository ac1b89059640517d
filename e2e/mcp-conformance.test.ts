import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTempWorkspace, type TempWorkspace } from "../packages/core/src/testing/index.ts";
import { root } from "./kit.ts";
import { clientFailures, serverFailures } from "./mcp-conformance-expected.ts";
import {
  bundleClient,
  makeFolder,
  readOptional,
  readSummary,
  runSuite,
  startTokenProxy,
  type Verdicts,
} from "./mcp-conformance-suite.fixture.ts";
import { serveHttp } from "./mcp-serve.fixture.ts";
import { putFile } from "./skill-files.fixture.ts";

const revisions = ["2025-11-25", "2026-07-28"] as const;
const timeout = 300_000;

let place: Awaited<ReturnType<typeof makeFolder>>;
let temp: TempWorkspace;
beforeAll(async () => {
  [place, temp] = await Promise.all([makeFolder(), createTempWorkspace()]);
  const skills = join(temp.home, ".skillmint/skills");
  await putFile(join(skills, "alpha/SKILL.md"), "---\nname: alpha\ndescription: The first\n---\nDo it.\n");
  await putFile(join(skills, "alpha/references/more.md"), "more\n");
  await putFile(join(skills, "beta/SKILL.md"), "---\nname: beta\ndescription: The second\n---\nDo it.\n");
});
afterAll(async () => {
  await Promise.all([place.remove(), temp.remove()]);
});

const suite = (...args: string[]): Promise<string> => runSuite([...args, "-o", "results"], place.folder);
const failed = (verdicts: Verdicts): string[] =>
  [...verdicts].flatMap(([name, passed]) => (passed ? [] : [name])).sort();

const figure = (verdicts: Verdicts): string => `${verdicts.size - failed(verdicts).length}/${verdicts.size}`;

function tell(title: string, verdicts: Verdicts, optional: ReadonlySet<string> = new Set()): void {
  const pick = (isOptional: boolean): Verdicts =>
    new Map([...verdicts].filter(([name]) => optional.has(name) === isOptional));
  const rest = optional.size === 0 ? "" : `, ${figure(pick(true))} optional`;
  process.stdout.write(`conformance ${title}: ${figure(pick(false))} scenarios${rest}\n`);
}

/** Those that the suite ran, of the failures that are expected. */
const expectedOf = (verdicts: Verdicts, expected: Readonly<Record<string, string>>): string[] =>
  Object.keys(expected)
    .filter((name) => verdicts.has(name))
    .sort();

describe("the public conformance suite, our client", () => {
  let command = "";
  beforeAll(async () => {
    command = `${process.execPath} ${await bundleClient(place.folder)}`;
  });

  /** One scenario, alone. */
  const runOne = async (name: string, ...more: string[]): Promise<boolean> =>
    (await suite("client", "--command", command, "--scenario", name, ...more)).includes("OVERALL: PASSED");

  it.each(revisions)(
    "%s",
    async (revision) => {
      const text = await suite(
        "client",
        "--command",
        command,
        "--requirements",
        revision,
        "--timeout",
        "120000",
      );
      const verdicts = readSummary(text);
      expect(verdicts.size).toBeGreaterThanOrEqual(25);
      // All of them run at once: what was too slow then has its time alone.
      for (const name of failed(verdicts))
        if (!(name in clientFailures)) verdicts.set(name, await runOne(name, "--spec-version", revision));
      tell(`client ${revision}`, verdicts, readOptional(text));
      expect(failed(verdicts)).toEqual(expectedOf(verdicts, clientFailures));
    },
    timeout,
  );

  it(
    "skills extension",
    async () => {
      const verdicts: Verdicts = new Map();
      for (const name of ["no-prefetch", "verify-digest", "verify-size", "verify-frontmatter"])
        verdicts.set(name, await runOne(`sep-2640-client-${name}`));
      tell("client skills extension", verdicts);
      expect(failed(verdicts)).toEqual([]);
    },
    timeout,
  );
});

const skillScenarios = ["directory", "enumeration", "manifest"].map((name) => `sep-2640-skills-${name}`);

async function runEach(url: string, scenarios: readonly (readonly string[])[]): Promise<Verdicts> {
  const verdicts: Verdicts = new Map();
  for (const [name = "", ...more] of scenarios) {
    const text = await suite("server", "--url", url, "--scenario", name, ...more);
    verdicts.set([name, ...more].join(" "), /Passed: [1-9]\d*\/\d+, 0 failed, 0 warnings/.test(text));
  }
  return verdicts;
}

describe("the public conformance suite, our server", () => {
  it(
    "with the tools that the suite calls",
    async () => {
      const fixture = join(root, "e2e/mcp-conformance-server.fixture.ts");
      const child = spawn(process.execPath, ["--conditions=skillmint-source", "--no-warnings", fixture], {
        cwd: temp.folder,
        env: temp.env,
        stdio: ["pipe", "pipe", "ignore"],
      });
      const ended = new Promise((resolve) => child.once("close", resolve));
      try {
        const url = await new Promise<string>((resolve, reject) => {
          child.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString().trim()));
          child.once("close", () => reject(new Error("the server ended")));
        });
        for (const revision of revisions) {
          const text = await suite("server", "--url", url, "--requirements", revision);
          const verdicts = readSummary(text);
          expect(verdicts.size).toBeGreaterThanOrEqual(33);
          // A busy machine may be too slow for the times that a scenario allows: once more, then.
          for (const name of failed(verdicts).filter((each) => !(each in serverFailures))) {
            const again = await runEach(url, [[name, "--spec-version", revision]]);
            verdicts.set(name, failed(again).length === 0);
          }
          tell(`server ${revision}`, verdicts, readOptional(text));
          expect(failed(verdicts)).toEqual(expectedOf(verdicts, serverFailures));
        }
      } finally {
        child.stdin.end();
        await ended;
      }
    },
    timeout,
  );

  it(
    "as the command serves it",
    async () => {
      const server = await serveHttp({ folder: temp.folder, env: temp.env });
      const proxy = await startTokenProxy(server.url, server.token);
      try {
        const old = ["server-initialize", "server-session-lifecycle", "ping", "tools-list", "resources-list"];
        const now = ["tools-list", "resources-list", "sep-2164-resource-not-found", "http-header-validation"];
        const verdicts = await runEach(proxy.url, [
          ...[...old, "dns-rebinding-protection"].map((name) => [name, "--spec-version", revisions[0]]),
          ...[...now, "dns-rebinding-protection"].map((name) => [name, "--spec-version", revisions[1]]),
          ...skillScenarios.map((name) => [name]),
        ]);
        tell("skillmint mcp serve", verdicts);
        expect(failed(verdicts)).toEqual([]);
      } finally {
        proxy.server.close();
        proxy.server.closeAllConnections();
        await server.stop();
      }
    },
    timeout,
  );
});
