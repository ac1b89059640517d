import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { startCli, useStage, type Running } from "./kit.ts";

const stage = useStage();

const start = (args: readonly string[], env: Record<string, string> = {}): Running =>
  startCli(args, { env: { ...stage.temp.env, ...env }, cwd: stage.temp.folder });

/** Waits for the line of `--json`, works with it, and ends the server as a person would. */
async function withServer<T>(
  running: Running,
  work: (address: { url: string; token: string }) => Promise<T>,
  signal: NodeJS.Signals = "SIGTERM",
): Promise<T> {
  const [line] = (await once(running.child.stdout ?? running.child, "data")) as [Buffer];
  const result = await work(JSON.parse(line.toString()) as { url: string; token: string });
  running.child.kill(signal);
  expect((await running.done).code).toBe(0);
  return result;
}

describe("skillmint serve", () => {
  it.each(["SIGINT", "SIGTERM"] as const)("answers until %s", async (signal) => {
    const running = start(["--json", "serve", "--port", "0"]);
    await withServer(
      running,
      async ({ url, token }) => {
        expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ status: "ok" });
        expect((await fetch(`${url}/api/openapi.json`)).status).toBe(401);
        const reply = await fetch(`${url}/api/openapi.json`, {
          headers: { authorization: `Bearer ${token}` },
        });
        const { paths } = (await reply.json()) as { paths: Record<string, unknown> };
        expect(Object.keys(paths)).toContain("/health");
      },
      signal,
    );
  });

  it.each(["serve", "web"])("%s prints its address with the token", async (command) => {
    const running = start(["--lang", "zh-CN", command], { PORT: "0" });
    await running.saw("/#token=");
    await running.saw("令牌");
    running.child.kill("SIGINT");
    expect((await running.done).code).toBe(0);
  });

  it("says who has the port", async () => {
    const other = createServer((socket) => socket.end("hello\n")).listen(0, "127.0.0.1");
    await once(other, "listening");
    const taken = await stage.cli(["serve", "--port", String((other.address() as AddressInfo).port)]);
    other.close();
    expect(taken).toMatchObject({ code: 2, stderr: expect.stringContaining("by another program") });
    await withServer(start(["--json", "serve", "--port", "0"]), async ({ url }) => {
      const second = await stage.cli(["--lang", "zh-CN", "serve", "--port", new URL(url).port]);
      expect(second).toMatchObject({ code: 2, stderr: expect.stringContaining("另一个 SkillMint") });
    });
  });

  it("is reached beyond this machine only with a password", async () => {
    const password = "a long enough password";
    const refused = await stage.cli(["serve", "--port", "0", "--host", "0.0.0.0"]);
    expect(refused).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("--password-file"),
    });
    await stage.temp.write("password", `${password}\n`);
    const flags = ["--json", "serve", "--port", "0", "--host", "0.0.0.0", "--password-file", "password"];
    await withServer(start(flags), async ({ url, token }) => {
      const reply = await fetch(`http://127.0.0.1:${new URL(url).port}/api/login`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ password }),
      });
      expect(await reply.json()).toEqual({ token });
    });
    const gone = await stage.cli([...flags.slice(0, -1), "nowhere"]);
    expect(gone).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("nowhere") });
  });

  it.each(["x", "-1", "70000", "1.5"])("refuses port %s", async (port) => {
    const stderr = expect.stringContaining(`${port} is no port`) as string;
    expect(await stage.cli(["serve", `--port=${port}`])).toMatchObject({ code: 2, stdout: "", stderr });
  });

  it("shows the page where a proxy makes it reachable", async () => {
    const origin = "https://skills.example.com";
    const flags = ["serve", "--port", "0", "--origin", `${origin}/`];
    expect(await stage.cli(flags)).toMatchObject({ code: 2, stdout: "" });
    const running = start(flags, { SKILLMINT_PASSWORD: "a long enough password" });
    await running.saw(`${origin}/#token=`);
    running.child.kill("SIGINT");
    expect((await running.done).code).toBe(0);
  });
});
