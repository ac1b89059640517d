import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ask } from "./ask.fixture.ts";
import { useServer } from "./server.fixture.ts";

const start = useServer();

describe("status over HTTP", () => {
  it("tells about the server", async () => {
    const server = await start({ env: { ANTHROPIC_API_KEY: "sk-secret" }, language: "zh-CN" });
    const { status, body } = await ask(server, "GET", "/api/status");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      version: "0.0.0-test",
      language: "zh-CN",
      home: server.home,
      folder: server.folder,
      demo: false,
      model: expect.stringMatching(/^anthropic\//) as string,
      sandbox: { available: expect.any(Boolean) as boolean },
      trusted: false,
      diagnostics: [],
      problems: [],
    });
    expect(JSON.stringify(body)).not.toContain("sk-secret");
  });

  it("tells what is broken instead of failing", async () => {
    const server = await start();
    await mkdir(server.home, { recursive: true });
    await writeFile(join(server.home, "config.jsonc"), "{ oops");
    const { status, body } = await ask(server, "GET", "/api/status");
    expect(status).toBe(200);
    const { problems } = body as { problems: string[] };
    expect(problems).toEqual([expect.stringContaining("config.jsonc")]);
  });
});
