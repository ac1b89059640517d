import { networkInterfaces } from "node:os";
import { describe, expect, it } from "vitest";
import { startServer } from "./start-server.ts";
import { useServer } from "./server.fixture.ts";

const start = useServer();
const password = "correct horse 电池 staple";
const outside = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === "IPv4" && !internal)?.address;

describe("a server beyond the loopback", () => {
  it.each(["0.0.0.0", "::", "*", "192.0.2.1", "example.com", "127.0.0.1.evil.com"])(
    "does not start at %s without a password",
    async (host) => {
      const { runtime, folder } = await start();
      const options = { runtime, folder, version: "0", onFailure: () => {}, port: 0, host };
      for (const short of [undefined, "", "eleven chars".slice(1)])
        await expect(
          startServer({ ...options, ...(short === undefined ? {} : { password: short }) }),
        ).rejects.toMatchObject({ code: "usage", params: { message: expect.stringContaining(host) } });
    },
  );

  it("says so where the address is not this machine's", async () => {
    const { runtime, folder } = await start();
    const options = { runtime, folder, version: "0", onFailure: () => {}, port: 0, password };
    await expect(startServer({ ...options, host: "192.0.2.1" })).rejects.toMatchObject({
      params: { message: expect.stringContaining("192.0.2.1") },
    });
  });

  it("is reached by its own addresses only, and by those who know the password", async () => {
    const { runtime, folder } = await start();
    const server = await startServer({
      runtime,
      folder,
      version: "0",
      onFailure: () => {},
      port: 0,
      host: "0.0.0.0",
      password,
    });
    try {
      const local = `http://127.0.0.1:${server.port}`;
      const ask = (url: string, body: unknown, type = "application/json") =>
        fetch(`${url}/api/login`, {
          method: "POST",
          body: JSON.stringify(body),
          headers: { "content-type": type },
        });
      expect(await (await fetch(`${local}/health`)).json()).toMatchObject({ password: true });
      expect((await fetch(`${local}/api/status`)).status).toBe(401);
      expect((await ask(local, { password: "wrong" })).status).toBe(401);
      expect((await ask(local, {})).status).toBe(401);
      expect((await ask(local, { password }, "text/plain")).status).toBe(401);
      expect((await ask(local, { password: "x".repeat(10_000) })).status).toBe(413);
      const reply = await ask(local, { password });
      const { token } = (await reply.json()) as { token: string };
      expect(token).toBe(server.token);
      for (let wrong = 0; wrong < 5; wrong++) expect((await ask(local, { password: "no" })).status).toBe(401);
      const slowed = await ask(local, { password });
      expect([slowed.status, slowed.headers.get("retry-after")]).toEqual([429, "1"]);
      const headers = { authorization: `Bearer ${token}` };
      expect((await fetch(`${local}/api/status`, { headers })).status).toBe(200);
      if (outside === undefined) return;
      const there = `http://${outside}:${server.port}`;
      expect((await fetch(`${there}/api/status`, { headers })).status).toBe(200);
      expect((await fetch(`${there}/api/status`, { headers: { ...headers, origin: local } })).status).toBe(
        200,
      );
      const evil = { ...headers, origin: `http://evil.com:${server.port}` };
      expect((await fetch(`${there}/api/status`, { headers: evil })).status).toBe(403);
    } finally {
      await server.close();
    }
  });

  it("gives the token to nobody where no password is set", async () => {
    const server = await start();
    expect(await (await fetch(`${server.url}/health`)).json()).not.toHaveProperty("password");
    for (const guess of ["", server.token, "undefined"]) {
      const reply = await fetch(`${server.url}/api/login`, {
        method: "POST",
        body: JSON.stringify({ password: guess }),
        headers: { "content-type": "application/json" },
      });
      expect([guess, reply.status]).toEqual([guess, 401]);
    }
  });
});

describe("the language of an answer", () => {
  it("is that of the request, else the server's", async () => {
    const server = await start({ language: "zh-CN" });
    const errorIn = async (language?: string): Promise<string> => {
      const headers = language === undefined ? {} : { "accept-language": language };
      const reply = await server.send("/api/skills?folder=/nowhere-at-all", { headers });
      return ((await reply.json()) as { error: string }).error;
    };
    expect(await errorIn("en-GB,en;q=0.9")).toContain("There is no folder");
    expect(await errorIn("zh")).toContain("没有文件夹");
    expect(await errorIn()).toContain("没有文件夹");
  });
});
