import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { errorTable } from "@skillmint/core/protocol";
import { createInProcessModel } from "@skillmint/core/testing";
import { describe, expect, it } from "vitest";
import { useServer, type TestServer } from "./server.fixture.ts";

const start = useServer();
const model = "test/scripted";

async function refused(reply: Response): Promise<{ status: number; code: string; error: string }> {
  expect(reply.headers.get("content-type")).toContain("application/problem+json");
  const { status, code, error } = (await reply.json()) as { status: number; code: string; error: string };
  expect(status).toBe(reply.status);
  return { status, code, error };
}

/** A session of one prompt that is over, in a folder of its own. */
async function finished(server: TestServer): Promise<{ id: string; folder: string; seq: number }> {
  const folder = join(server.folder, "inner");
  await mkdir(folder);
  const body = { text: "go", folder, settings: { model } };
  const made = await server.send("/api/sessions", { body });
  const { sessionId: id } = (await made.json()) as { sessionId: string };
  const get = async () =>
    (await (await server.send(`/api/sessions/${id}`)).json()) as { state: string; seq: number };
  await expect.poll(async () => (await get()).state).toBe("done");
  return { id, folder, seq: (await get()).seq };
}

describe("what does not fit", () => {
  it("begins no session in a folder that is none", async () => {
    const server = await start();
    const file = join(server.folder, "file");
    await writeFile(file, "");
    for (const folder of ["relative", "/nowhere-at-all", file, "x".repeat(5_000), "/tmp/\0"]) {
      const reply = await refused(await server.send("/api/sessions", { body: { text: "x", folder } }));
      expect([folder, reply.status, reply.code]).toEqual([folder, 400, "usage"]);
    }
    expect(await server.runtime.sessions.list()).toEqual([]);
  });

  it("is no prompt without a text, unless something is attached", async () => {
    const server = await start({ models: { [model]: createInProcessModel(() => "seen") } });
    const settings = { model };
    for (const text of ["", " \n\t"]) {
      const reply = await refused(await server.send("/api/sessions", { body: { text, settings } }));
      expect([reply.status, reply.error]).toEqual([400, expect.stringContaining("no prompt")]);
    }
    const attachments = [{ name: "a.txt", data: "aGVsbG8=" }];
    const attached = await server.send("/api/sessions", { body: { text: "", settings, attachments } });
    expect(attached.status).toBe(200);
  });

  it("is said in the language of the request", async () => {
    const server = await start();
    const post = async (body: string | Uint8Array<ArrayBuffer>): Promise<string> => {
      const reply = await fetch(`${server.url}/api/skills/why`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${server.token}`,
          "content-type": "application/json",
          "accept-language": "zh-CN",
        },
        body,
      });
      const { status, error } = await refused(reply);
      expect(status).toBe(400);
      return error;
    };
    expect(await post("{}")).toMatch(/^body\.prompt: 无效输入/);
    expect(await post("{bad")).toMatch(/^请求体不是 JSON/);
    // 你好 as GBK, as some consoles send it.
    const gbk = new Uint8Array([...Buffer.from('{"prompt":"'), 0xc4, 0xe3, 0xba, 0xc3, ...Buffer.from('"}')]);
    expect(await post(gbk)).toBe("请求体不是 UTF-8。");
  });

  it("is not taken for a mistake of the server", async () => {
    const server = await start();
    for (const digest of ["x", "0".repeat(64)])
      expect((await refused(await server.send(`/api/blobs/${digest}`))).status).toBe(404);
    // Who sees 401 sends another token: no error of the engine may look like that.
    expect(Object.values(errorTable).map(({ status }): number => status)).not.toContain(401);
    for (const folder of ["relative", "%00"]) {
      const reply = await server.send(`/api/trust?folder=${folder}`, { method: "DELETE" });
      expect((await refused(reply)).status).toBe(400);
    }
  });
});

describe("a run that cannot begin", () => {
  it("is told to whoever asked, and nothing is taken in where the folder is gone", async () => {
    const server = await start({ models: { [model]: createInProcessModel(() => "done") } });
    const { id, folder, seq } = await finished(server);
    await rm(folder, { recursive: true });
    for (const [path, body] of [
      ["prompts", { text: "more" }],
      ["answers", { answer: "yes" }],
      ["continue", {}],
    ] as const) {
      const reply = await refused(await server.send(`/api/sessions/${id}/${path}`, { body }));
      expect([path, reply.status, reply.error]).toEqual([path, 400, expect.stringContaining(folder)]);
    }
    expect((await server.runtime.sessions.list())[0]).toMatchObject({ id, seq, state: "done" });
    await mkdir(folder);
    expect((await server.send(`/api/sessions/${id}/prompts`, { body: { text: "more" } })).status).toBe(200);
  });

  it("is told where the configuration cannot be read any more", async () => {
    const server = await start({ models: { [model]: createInProcessModel(() => "done") } });
    const { id } = await finished(server);
    await writeFile(join(server.home, "config.jsonc"), "{ broken");
    const reply = await refused(await server.send(`/api/sessions/${id}/continue`, { body: {} }));
    expect([reply.code, reply.error]).toEqual(["config-unreadable", expect.stringContaining("config.jsonc")]);
    expect(server.failures).toHaveLength(1);
  });
});
