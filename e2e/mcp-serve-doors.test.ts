import { request, type IncomingHttpHeaders } from "node:http";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, describe, expect, it } from "vitest";
import { bash, runCli, testKey, useStage } from "./kit.ts";
import {
  connect,
  putSkills,
  serveHttp,
  startStdio,
  type Connected,
  type HttpServer,
} from "./mcp-serve.fixture.ts";
import { exists } from "./skill-files.fixture.ts";

const stage = useStage();
const opened: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.stop()));
});

const place = (env: Record<string, string> = {}) => ({
  folder: stage.temp.folder,
  env: { ...stage.temp.env, ...env },
});
const withModel = () => place({ ANTHROPIC_API_KEY: testKey, ANTHROPIC_BASE_URL: stage.baseUrl() });

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A request with whatever head, as no browser and no client would send it. */
function send(url: string, headers: Record<string, string>, body = "", method = "POST"): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => (text += chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
      response.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

const hello = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
});
const headersOf = ({ token }: HttpServer, more: Record<string, string> = {}) => ({
  authorization: `Bearer ${token}`,
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  ...more,
});

describe("over HTTP", () => {
  it("lets in only who has the token, by an address of this machine", async () => {
    const server = await serveHttp(place());
    opened.push(server);
    const { url } = server;
    const status = async (headers: Record<string, string>, body = hello, target = url, method = "POST") =>
      (await send(target, headers, body, method)).status;
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    expect(await status(headersOf(server))).toBe(200);
    const good = headersOf(server);
    const { authorization: _, ...without } = good;
    expect(await status(without)).toBe(401);
    expect((await send(url, without, hello)).headers["www-authenticate"]).toBe("Bearer");
    for (const authorization of [
      "Bearer wrong",
      `Basic ${server.token}`,
      `Bearer ${server.token} x`,
      server.token,
    ])
      expect(await status({ ...good, authorization }), authorization).toBe(401);
    // The token is no way around the other checks, and they come first.
    for (const host of [
      "evil.example",
      "127.0.0.1.evil.example",
      "evil.example:80",
      "127.0.0.1@evil.example",
    ])
      expect(await status({ ...good, host }), host).toBe(403);
    for (const origin of ["http://evil.example", "https://127.0.0.1.evil.example", "null", "file://"])
      expect(await status({ ...good, origin }), origin).toBe(403);
    for (const host of ["localhost:1", "[::1]:1", "127.0.0.1"])
      expect(await status({ ...good, host }), host).toBe(200);
    expect(await status({ ...good, origin: "http://localhost:3000" })).toBe(200);
    expect(await status(good, hello, url.replace("/mcp", "/other"))).toBe(404);
    // What is not read any more may break the writer before it sees the answer.
    const large = status(good, " ".repeat(5 * 1024 * 1024));
    expect([413, "EPIPE", "ECONNRESET"]).toContain(
      await large.catch((error: { code?: string }) => error.code),
    );
    expect(await status({ ...good, "content-type": "text/plain" })).toBe(415);
    expect(await status({ ...good, "mcp-session-id": "guessed" })).toBe(404);
    expect(await status(good, "{")).toBe(400);
    expect(await status(headersOf(server))).toBe(200);
    server.running.child.kill("SIGTERM");
    expect(await server.running.done).toMatchObject({ code: 0, stderr: "" });
  });

  it("refuses to listen where others could hear, and tells of a port that is taken", async () => {
    const { env } = place();
    const cli = (...args: string[]) => runCli(["mcp", "serve", ...args], { env, cwd: stage.temp.folder });
    expect(await cli("--http", "--host", "0.0.0.0")).toMatchObject({ code: 2 });
    expect(await cli("--http", "--port", "x")).toMatchObject({ code: 2 });
    const server = await serveHttp(place());
    opened.push(server);
    const busy = await cli("--http", "--port", new URL(server.url).port);
    expect([busy.code, busy.stderr]).toEqual([2, expect.stringContaining("is in use")]);
  });

  it("takes a token from the environment, and not a short one", async () => {
    const token = "a".repeat(40);
    const server = await serveHttp(place({ SKILLMINT_MCP_TOKEN: token }));
    opened.push(server);
    expect(server.token).toBe(token);
    const { env } = place({ SKILLMINT_MCP_TOKEN: "short" });
    const refused = await runCli(["mcp", "serve", "--http"], { env, cwd: stage.temp.folder });
    expect(refused.code).toBe(2);
  });
});

describe("over standard input and output", () => {
  it("writes nothing but the protocol to its output, and ends with its input", async () => {
    await putSkills(stage.temp.home);
    const child = startStdio(place());
    let stderr = "";
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const ask = async (message: object): Promise<Record<string, unknown>> => {
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
      const line = await lines.next();
      return JSON.parse(String(line.value)) as Record<string, unknown>;
    };
    child.stdin.write("no protocol at all\n");
    expect(await ask(JSON.parse(hello) as object)).toMatchObject({
      id: 1,
      result: { serverInfo: { name: "skillmint" } },
    });
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
    const listed = JSON.stringify(await ask({ id: 2, method: "skills/list" }));
    for (const name of ["pdf-tools", "command", "off"]) expect(listed).toContain(`"name":"${name}"`);
    expect(await ask({ id: 3, method: "unknown/method" })).toMatchObject({ id: 3, error: { code: -32_601 } });
    const ended = new Promise((resolve) => child.once("close", resolve));
    child.stdin.end();
    expect(await ended).toBe(0);
    expect(stderr).toContain("Odd Name");
  });

  it.each(["its input closes", "it is told to end"])("takes what it started with it when %s", async (way) => {
    await putSkills(stage.temp.home);
    const pidFile = join(stage.temp.folder, "pid");
    await stage.serve([{ calls: [bash(`echo $$ > pid; sleep 600`)] }, "done"]);
    const { env, folder } = withModel();
    await stage.temp.write(
      "../home/.skillmint/config.jsonc",
      JSON.stringify({ mode: "unrestricted", sandbox: "off" }),
    );
    const child = startStdio({ env, folder });
    child.stdout.resume();
    child.stderr.resume();
    for (const message of [
      JSON.parse(hello) as object,
      { method: "notifications/initialized" },
      {
        id: 2,
        method: "tools/call",
        params: { name: "run_skill", arguments: { skill: "odd", prompt: "wait" } },
      },
    ])
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    await expect.poll(() => exists(pidFile), { timeout: 15_000 }).toBe(true);
    await expect.poll(() => readFile(pidFile, "utf8")).toMatch(/\d+\n/);
    const pid = Number(await readFile(pidFile, "utf8"));
    const ended = new Promise((resolve) => child.once("close", resolve));
    if (way === "its input closes") child.stdin.end();
    else child.kill("SIGTERM");
    expect(await ended).toBe(0);
    await expect.poll(() => isAlive(pid), { timeout: 3_000 }).toBe(false);
  });

  it("stops a run that its client takes back, and serves on", async () => {
    await putSkills(stage.temp.home);
    await stage.serve([{ text: "Working.", calls: [bash("touch began; sleep 600")] }, "done"]);
    await stage.temp.write(
      "../home/.skillmint/config.jsonc",
      JSON.stringify({ mode: "unrestricted", sandbox: "off" }),
    );
    const connected: Connected = await connect(["stdio", "auto"], withModel());
    opened.push({ stop: connected.close });
    const stop = new AbortController();
    const call = connected.client.callTool(
      { name: "run_skill", arguments: { skill: "odd", prompt: "wait" } },
      { signal: stop.signal },
    );
    const refused = expect(call).rejects.toThrow();
    await expect.poll(() => exists(join(stage.temp.folder, "began")), { timeout: 15_000 }).toBe(true);
    stop.abort();
    await refused;
    const state = async (): Promise<string> => {
      const { stdout } = await stage.cli(["--json", "sessions", "list"]);
      return (JSON.parse(stdout) as { state: string }[])[0]?.state ?? "";
    };
    await expect.poll(state, { timeout: 10_000, interval: 500 }).toBe("cancelled");
    const { tools } = await connected.client.listTools();
    expect(tools).toHaveLength(3);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
