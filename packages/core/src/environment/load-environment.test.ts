import { execFileSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { homeWithEnvironments } from "./environment-files.fixture.ts";
import { brokenError, isBroken, loadEnvironment, type EnvironmentChecks } from "./load-environment.ts";

async function setUp(files: Record<string, unknown>, checks: Partial<EnvironmentChecks> = {}) {
  const named = Object.entries(files).map(([path, content]) => [`work/${path}`, content]);
  const temporary = await homeWithEnvironments(Object.fromEntries(named) as Record<string, unknown>);
  const load = () => loadEnvironment("work", temporary.home.environment("work"), { env: {}, ...checks });
  return { ...temporary, load };
}

const places = (diagnostics: readonly { path: string; line?: number; severity: string; message: string }[]) =>
  diagnostics.map(({ path, line, severity, message }) => [path.split("/").at(-1), line, severity, message]);

describe("loadEnvironment", () => {
  it("reads configuration, agents and models", async () => {
    await using at = await setUp({
      "config.jsonc": `{
        // for work
        "displayName": "Work", "description": "d", "defaultModel": "old/one", "model": "fast", "mode": "plan",
        "rules": { "deny": ["Bash(rm:*)"] },
        "permissions": { "allow": ["Read"], "deny": ["WebFetch"], "skill": { "deploy-*": "ask" } },
        "skills": { "enabled": true, "skills": { "user:x": { "enabled": false } } },
        "limits": { "iterations": 7 },
        "mcp": { "github": { "command": "gh", "env": { "TOKEN": "\${TOKEN}" } } },
      }`,
      "agents.jsonc": [
        {
          id: "main",
          role: "primary",
          prompt: "Costs ${PRICE}.",
          allowedTools: ["read_file", "Bash(git:*)"],
          deniedTools: ["web_fetch"],
          maxIterations: 9,
        },
        { id: "helper", role: "sub", permissions: { skill: { "*": "deny" } } },
      ],
      "models.jsonc": {
        fast: { provider: "openai", model: "small", contextSize: 9 },
        models: { "openai/big": { contextSize: 5 } },
        providers: { gate: { baseUrl: "https://gate.test/v1" } },
      },
    });
    const loaded = await at.load();
    expect(loaded).toMatchObject({
      name: "work",
      model: "fast",
      rules: { allow: ["Read"], ask: [], deny: ["Bash(rm:*)", "WebFetch", "WebFetch"] },
      primary: { id: "main", prompt: "Costs ${PRICE}.", allowedTools: ["Read", "Bash(git:*)"] },
      skillsFolder: at.at("work/skills"),
      models: {
        providers: { gate: { baseUrl: "https://gate.test/v1" } },
        models: { fast: { model: "small" }, "openai/big": { contextSize: 5 } },
      },
    });
    expect(loaded.primary?.deniedTools).toEqual(["WebFetch"]);
    expect(loaded.agents).toHaveLength(2);
    expect(isBroken(loaded)).toBe(false);
    expect(places(loaded.diagnostics)).toEqual([
      ["config.jsonc", 8, "warning", "${TOKEN} is not set: what needs it will not work."],
    ]);
  });

  it("takes missing and empty files as nothing said", async () => {
    await using at = await setUp({ "agents.jsonc": "// none yet\n" });
    expect(await at.load()).toMatchObject({ config: {}, agents: [], diagnostics: [] });
  });

  it("tells of everything that is broken in any file, with its line", async () => {
    await using at = await setUp({
      "config.jsonc": '{\n  "mode": "paln"\n}',
      "agents.jsonc": '[\n  { "id": "a", "role": "sub" },\n  { "id": "a", "role": "sub" }\n]',
      "models.jsonc": '{\n  "fast": { "model": "m" }\n}',
    });
    const loaded = await at.load();
    expect(places(loaded.diagnostics)).toEqual([
      ["config.jsonc", 2, "error", expect.stringMatching(/^mode: expected one of default/)],
      ["agents.jsonc", 3, "error", "1.id: expected an id that no agent before it has"],
      ["models.jsonc", 2, "error", "fast: expected provider and model (an alias without a slash needs both)"],
    ]);
    const error = brokenError(loaded);
    expect(error).toMatchObject({ code: "config-unreadable", params: { file: at.at("work/config.jsonc") } });
    expect(error.detail?.split("\n")).toHaveLength(2);
  });

  it.each([
    ['[{ "id": "a", "role": "boss" }]', "0.role: expected one of primary, sub"],
    ['[{ "id": "../a", "role": "sub" }]', /^0\.id: expected a name of letters/],
    [
      '[{ "id": "a", "role": "primary" }, { "id": "b", "role": "primary" }]',
      "1.role: expected sub, because another agent is primary already",
    ],
    ['[{ "id": "a", "role": "sub", "maxIterations": 1001 }]', /whole number from 1 to 1000/],
    ['[{ "id": "a", "role": "sub", "allowedTools": "Read" }]', "0.allowedTools: expected a list of texts"],
    ['[{ "id": "a", "role": "sub", "permissions": { "skill": { "x": "maybe" } } }]', /allow, ask, deny/],
    ["{}", "expected a list in brackets"],
    ["[", /expected/],
    ['["a"]', "0: expected an object in braces"],
  ])("refuses the agents %s", async (text, message) => {
    await using at = await setUp({ "agents.jsonc": text });
    const { diagnostics, agents } = await at.load();
    expect(agents).toEqual([]);
    expect(diagnostics).toEqual([
      expect.objectContaining({
        severity: "error",
        line: 1,
        message: typeof message === "string" ? message : expect.stringMatching(message),
      }),
    ]);
  });

  it("warns of keys nobody knows, in lists too", async () => {
    await using at = await setUp({
      "config.jsonc": { colour: "red" },
      "agents.jsonc": '[\n{ "id": "a", "role": "sub",\n "tools": [] }]',
      "models.jsonc": { fast: { provider: "openai", model: "m", speed: 1 } },
    });
    expect(
      places((await at.load()).diagnostics).map(([file, line, severity]) => [file, line, severity]),
    ).toEqual([
      ["config.jsonc", 1, "warning"],
      ["agents.jsonc", 3, "warning"],
      ["models.jsonc", 1, "warning"],
    ]);
  });

  it("has rules and models judged by those who know them, at their place", async () => {
    const checks = {
      checkRule: (text: string) => (text.startsWith("!") ? `no rule: ${text}` : undefined),
      checkModel: async (name: string) => (name === "gone/x" ? "no such provider" : undefined),
    };
    await using at = await setUp(
      {
        "config.jsonc": '{\n"rules": { "deny": ["Read",\n "!"] },\n"model": "gone/x" }',
        "agents.jsonc": '[{ "id": "a", "role": "sub", "deniedTools": ["!"],\n "model": "gone/x" }]',
      },
      checks,
    );
    expect(places((await at.load()).diagnostics)).toEqual([
      ["config.jsonc", 3, "error", "no rule: !"],
      ["agents.jsonc", 1, "error", "no rule: !"],
      ["config.jsonc", 4, "error", "no such provider"],
      ["agents.jsonc", 2, "error", "no such provider"],
    ]);
  });

  it("takes a model's name from a variable and never from a secret", async () => {
    const files = { "config.jsonc": { model: "${MODEL}" } };
    await using at = await setUp(files, { env: { MODEL: "openai/x" } });
    expect((await at.load()).model).toBe("openai/x");
    await using unset = await setUp(files);
    expect(await unset.load()).not.toHaveProperty("model");
    expect(isBroken(await unset.load())).toBe(true);
    await using secret = await setUp(
      { "config.jsonc": { model: "${secret:m}" } },
      { hasSecret: async () => true },
    );
    expect(isBroken(await secret.load())).toBe(true);
  });

  it("looks for secrets by name only and keeps references as they are", async () => {
    const asked: string[] = [];
    await using at = await setUp(
      { "config.jsonc": { mcp: { a: { env: { A: "${secret:have}", B: "${secret:lack}" } } } } },
      { hasSecret: async (name) => asked.push(name) > 0 && name === "have" },
    );
    const { config, diagnostics } = await at.load();
    expect(asked).toEqual(["have", "lack"]);
    expect(JSON.stringify(config.mcp)).toContain("${secret:have}");
    expect(diagnostics.map(({ message }) => message.split(" ")[0])).toEqual(["${secret:lack}"]);
  });

  it("does not wait for a pipe, read a folder or a file of many megabytes", async () => {
    await using at = await setUp({ "models.jsonc": " ".repeat(2 * 1024 * 1024) });
    execFileSync("mkfifo", [at.at("work/config.jsonc")]);
    await mkdir(at.at("work/agents.jsonc"));
    const { diagnostics } = await at.load();
    expect(diagnostics.map(({ severity }) => severity)).toEqual(["error", "error", "error"]);
  });
});
