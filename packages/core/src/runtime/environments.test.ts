import { describe, expect, it } from "vitest";
import { homeWithEnvironments } from "../environment/environment-files.fixture.ts";
import { openEnvironments, toSkillPolicy } from "./environments.ts";

describe("openEnvironments", () => {
  const open = async (files: Record<string, unknown>, models = "{}") => {
    const at = await homeWithEnvironments(files, { models });
    return { ...at, environments: openEnvironments({ env: { HOME: at.folder }, language: "en" }) };
  };

  it.each(["openai/gpt", "anthropic", "fast", "own", "gate/large", "mine/x"])(
    "knows the model %s",
    async (model) => {
      await using at = await open(
        {
          "a/config.jsonc": { model },
          "a/models.jsonc": {
            fast: { provider: "openai", model: "m" },
            providers: { gate: { baseUrl: "http://127.0.0.1:1" } },
          },
        },
        '{ "providers": { "mine": {} }, "models": { "own": { "provider": "mine", "model": "m" } } }',
      );
      expect(await at.environments.use("a")).toMatchObject({ to: "a", model: { to: model } });
    },
  );

  it.each([
    [{ model: "antropic/x" }, "Unknown provider antropic. Nearest: anthropic"],
    [{ rules: { deny: ["Bash("] } }, "Bash("],
    [{ model: "constructor" }, "Unknown provider constructor"],
  ])("refuses %j", async (config, message) => {
    await using at = await open({ "a/config.jsonc": config });
    await expect(at.environments.use("a")).rejects.toMatchObject({
      code: "config-unreadable",
      params: { file: at.at("a/config.jsonc"), line: 1, message: expect.stringContaining(message) as string },
    });
  });
});

describe("toSkillPolicy", () => {
  it("has everything on where nothing is said", () => {
    expect(toSkillPolicy({}, undefined)).toEqual({
      enabled: true,
      disableShell: false,
      switches: {},
      permissions: {},
      project: { off: [], permissions: {} },
    });
  });

  it("keeps what the project takes away beside what the person decided", () => {
    const project = {
      disabled: true,
      off: ["x"],
      disableShell: true,
      permissions: { deploy: "ask" } as const,
    };
    const config = {
      skills: { enabled: true, disableShell: false, skills: { "user:x": { enabled: true }, y: {} } },
      permissions: { skill: { "*": "deny" } as const },
    };
    expect(toSkillPolicy(config, project)).toEqual({
      enabled: false,
      disableShell: true,
      switches: { "user:x": { enabled: true }, y: {} },
      permissions: { "*": "deny" },
      project: { off: ["x"], permissions: { deploy: "ask" } },
    });
  });
});
