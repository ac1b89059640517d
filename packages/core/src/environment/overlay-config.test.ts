import { describe, expect, it } from "vitest";
import { overlayModels } from "./environment-models.ts";
import { homeWithEnvironments } from "./environment-files.fixture.ts";
import { loadEnvironment } from "./load-environment.ts";
import { overlayConfig } from "./overlay-config.ts";

async function load(config: unknown, agents: unknown = []) {
  await using at = await homeWithEnvironments({ "a/config.jsonc": config, "a/agents.jsonc": agents });
  return loadEnvironment("a", at.home.environment("a"), { env: {} });
}

describe("overlayConfig", () => {
  it("lays what an environment says over what the person says, one value at a time", async () => {
    const own = {
      model: "openai/own",
      mode: "plan" as const,
      limits: { iterations: 5, cost: 1 },
      rules: { deny: ["Bash"] },
      permissions: { skill: { "*": "deny", "a*": "ask" } as const },
      skills: {
        enabled: false,
        disableShell: true,
        skills: { x: { enabled: false }, y: { enabled: false } },
      },
    };
    const environment = await load(
      {
        model: "openai/env",
        limits: { cost: 2 },
        rules: { allow: ["Read"] },
        permissions: { skill: { "*": "allow", "a*": "deny", b: "allow" } },
        skills: { enabled: true, skills: { x: { enabled: true } } },
      },
      [{ id: "main", role: "primary", model: "openai/main", maxIterations: 50 }],
    );
    expect(overlayConfig(own, environment)).toEqual({
      model: "openai/main",
      mode: "plan",
      limits: { iterations: 50, cost: 2 },
      timeouts: {},
      rules: { deny: ["Bash"] },
      permissions: { skill: { "*": "deny", "a*": "deny", b: "allow" } },
      skills: { enabled: true, disableShell: true, skills: { x: { enabled: true }, y: { enabled: false } } },
    });
    expect(overlayConfig(own, undefined)).toBe(own);
  });
});

describe("overlayModels", () => {
  it("adds fields of a provider, replaces models, and leaves alone where keys are kept", () => {
    const own = {
      providers: {
        gate: { baseUrl: "https://own.test", wire: "anthropic" as const, keyStore: "keychain" as const },
      },
      models: {
        fast: { provider: "gate", model: "own", contextSize: 5 },
        slow: { provider: "gate", model: "s" },
      },
    };
    const environment = {
      providers: { gate: { baseUrl: "https://env.test", keyStore: "file" as const }, two: {} },
      models: { fast: { provider: "two", model: "env" } },
    };
    expect(overlayModels(own, environment)).toEqual({
      providers: { gate: { baseUrl: "https://env.test", wire: "anthropic", keyStore: "keychain" }, two: {} },
      models: { fast: { provider: "two", model: "env" }, slow: { provider: "gate", model: "s" } },
    });
    expect(overlayModels(own, undefined)).toEqual(own);
  });
});
