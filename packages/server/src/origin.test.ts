import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { isOrigin, namesOf } from "./login/own-addresses.ts";
import { startServer } from "./start-server.ts";
import { useServer } from "./server.fixture.ts";

const start = useServer();
const password = "correct horse 电池 staple";
const origin = "https://skills.example.com";

/** As a proxy passes it on: any `Host` and `Origin`. */
function pass(port: number, headers: Record<string, string>): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const options = { host: "127.0.0.1", port, path: "/api/status", headers };
  const sent = request(options, (reply) => {
    reply.resume();
    resolve(reply.statusCode ?? 0);
  });
  sent.on("error", reject).end();
  return promise;
}

describe("a server behind a proxy", () => {
  it.each([
    "skills.example.com",
    "https://skills.example.com/",
    "https://skills.example.com/x",
    "https://user@skills.example.com",
    "https://Skills.example.com",
    "ftp://skills.example.com",
    "null",
    "*",
  ])("is not started for %s", async (bad) => {
    const { runtime, folder } = await start();
    const options = { runtime, folder, version: "0", onFailure: () => {}, port: 0, password };
    await expect(startServer({ ...options, origin: bad })).rejects.toMatchObject({
      code: "usage",
      params: { message: expect.stringContaining(bad) },
    });
    expect(isOrigin(bad)).toBe(false);
  });

  it("needs a password, and takes its own origin only", async () => {
    const { runtime, folder } = await start();
    const options = { runtime, folder, version: "0", onFailure: () => {}, port: 0, origin };
    await expect(startServer(options)).rejects.toMatchObject({
      params: { message: expect.stringContaining(origin) },
    });
    const server = await startServer({ ...options, password });
    try {
      const authorization = `Bearer ${server.token}`;
      const local = `127.0.0.1:${server.port}`;
      const told = async (host: string, from?: string): Promise<number> =>
        pass(server.port, { authorization, host, ...(from === undefined ? {} : { origin: from }) });
      expect(await told("skills.example.com", origin)).toBe(200);
      expect(await told(local, origin)).toBe(200);
      expect(await told(local, `http://${local}`)).toBe(200);
      expect(await told("skills.example.com")).toBe(200);
      for (const host of ["example.com", "evil.skills.example.com", "skills.example.com:8443"])
        expect([host, await told(host)]).toEqual([host, 421]);
      for (const from of [
        "http://skills.example.com",
        "https://skills.example.com:8443",
        "https://skills.example.com.evil.com",
        `https://${local}`,
        "null",
      ])
        expect([from, await told("skills.example.com", from)]).toEqual([from, 403]);
      expect(await pass(server.port, { host: "skills.example.com", origin })).toBe(401);
    } finally {
      await server.close();
    }
  });
});

describe("the names of a server", () => {
  it("are written as browsers write them", () => {
    expect(namesOf("2001:DB8:0::1")).toEqual(["[2001:db8::1]"]);
    expect(namesOf("Host.Example")).toEqual(["host.example"]);
    expect(namesOf("127.0.0.1")).toEqual(["127.0.0.1", "localhost", "[::1]"]);
  });
});
