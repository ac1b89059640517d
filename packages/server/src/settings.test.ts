import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ask, refusal } from "./ask.fixture.ts";
import { useServer } from "./server.fixture.ts";

const start = useServer();

describe("settings over HTTP", () => {
  it("are listed, set by their type, and taken back", async () => {
    const server = await start();
    const values = {
      mode: "acceptEdits",
      language: "zh-CN",
      "limits.cost": 2.5,
      "skills.enabled": false,
      "network.allow": ["example.com"],
    };
    for (const [path, value] of Object.entries(values))
      expect(await ask(server, "PUT", `/api/settings/${path}`, { value })).toEqual({
        status: 200,
        body: { path, value, source: "file" },
      });
    const { settings } = (await ask(server, "GET", "/api/settings")).body as {
      settings: { path: string; value: unknown }[];
    };
    expect(Object.fromEntries(settings.map(({ path, value }) => [path, value]))).toMatchObject(values);
    expect((await ask(server, "DELETE", "/api/settings/mode")).body).toEqual({
      path: "mode",
      value: "default",
      source: "default",
    });
    expect((await ask(server, "GET", "/api/settings/mode")).body).toMatchObject({ source: "default" });
  });

  it("that do not exist or do not fit are refused", async () => {
    const server = await start();
    for (const [path, value] of [
      ["mode", "wild"],
      ["nothing", "x"],
      ["limits.cost", "much"],
      ["limits", 5],
      ["activeEnvironment", "x"],
      ["__proto__", "x"],
    ])
      expect(await ask(server, "PUT", `/api/settings/${path}`, { value })).toMatchObject(
        refusal(400, "usage"),
      );
    expect(await ask(server, "PUT", "/api/settings/mode", { value: null })).toMatchObject(
      refusal(400, "usage"),
    );
  });

  it("tell of MCP servers by name only", async () => {
    const server = await start();
    const mcp = { files: { command: "x", env: { TOKEN: "very-secret" } } };
    await mkdir(server.home, { recursive: true });
    await writeFile(join(server.home, "config.jsonc"), JSON.stringify({ mcp }));
    const one = await ask(server, "GET", "/api/settings/mcp");
    expect(one.body).toMatchObject({ value: ["files"] });
    expect(JSON.stringify([one, await ask(server, "GET", "/api/settings")])).not.toContain("very-secret");
  });
});

describe("rules over HTTP", () => {
  it("are added, listed with where they hold, and removed", async () => {
    const server = await start();
    const rule = { list: "allow", rule: "Bash(git log:*)" };
    expect((await ask(server, "POST", "/api/rules", rule)).body).toEqual({ done: true });
    expect((await ask(server, "POST", "/api/rules", rule)).body).toEqual({ done: false });
    const here = { list: "deny", rule: "Read(./secret/**)", folder: server.folder };
    expect((await ask(server, "POST", "/api/rules", here)).body).toEqual({ done: true });
    expect((await ask(server, "GET", "/api/rules")).body).toEqual({
      rules: [rule, here],
      holding: [
        { list: "allow", rule: "Bash(git log:*)", source: "user" },
        { list: "deny", rule: "Read(./secret/**)", source: "user" },
      ],
    });
    const query = new URLSearchParams(here).toString();
    expect((await ask(server, "DELETE", `/api/rules?${query}`)).body).toEqual({ done: true });
    expect((await ask(server, "DELETE", `/api/rules?${query}`)).body).toEqual({ done: false });
    expect((await ask(server, "GET", "/api/rules")).body).toMatchObject({ rules: [rule] });
  });

  it("are refused where they are none", async () => {
    const server = await start();
    for (const body of [
      { list: "allow", rule: "(((" },
      { list: "always", rule: "Bash" },
      { list: "allow", rule: "Bash", folder: "relative" },
    ])
      expect(await ask(server, "POST", "/api/rules", body)).toMatchObject(refusal(400, "usage"));
    await expect(readFile(join(server.home, "config.jsonc"))).rejects.toMatchObject({ code: "ENOENT" });
  });
});
