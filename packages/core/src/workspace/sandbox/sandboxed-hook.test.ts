import { existsSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runHook, type HookRequest } from "../run-hook.ts";
import { createSandbox } from "./create-sandbox.ts";
import { createSandboxSupport } from "./sandbox-support.ts";
import type { Sandbox } from "./sandbox.ts";
import { createWorld, skipLoudly, type World } from "./world.fixture.ts";

describe.skipIf(skipLoudly(3))("a hook in the sandbox", () => {
  let world: World;
  let sandbox: Sandbox;
  beforeEach(async () => {
    world = await createWorld();
    sandbox = await world.open();
  });
  afterEach(() => world.close());

  const hook = (command: string, more: Partial<HookRequest> = {}) =>
    runHook({
      command,
      folder: world.root,
      env: { PATH: "/usr/bin:/bin", HOME: world.home },
      input: '{"a":1}',
      id: `hook_${crypto.randomUUID()}`,
      timeoutMs: 20_000,
      signal: new AbortController().signal,
      sandbox,
      ...more,
    });

  it("reads its input, keeps its outputs apart and writes to the workspace", async () => {
    expect(await hook("cat /dev/stdin > seen; cat seen; echo no > /dev/stderr; exit 2")).toEqual({
      exitCode: 2,
      stdout: '{"a":1}',
      stderr: "no\n",
    });
  });

  it("writes nowhere else and reads no secrets", async () => {
    const command = `echo x > ${world.outside}/canary; touch ${world.home}/made .claude/settings.json; cat ${world.home}/.ssh/* ; true`;
    const result = await hook(command);
    expect(result.stdout + result.stderr).not.toContain(world.secret);
    expect(existsSync(path.join(world.home, "made"))).toBe(false);
    expect(world.damage("")).toEqual([]);
  });

  it("is ended with all it started", async () => {
    const result = await hook("setsid sleep 300 & sleep 300", { timeoutMs: 300 });
    expect(result.stopped).toBe("timeout");
  });
});

it("a hook does not run where a sandbox is required and cannot be had", async () => {
  const support = createSandboxSupport({ bwrap: "/no/such/bwrap" });
  const sandbox = await createSandbox({
    choice: "require",
    workspace: { root: process.cwd(), added: [] },
    home: "/",
    own: "/none",
    network: { allow: [] },
    protectedPaths: [],
    support,
  });
  if (sandbox.status === "on") return;
  const signal = new AbortController().signal;
  const request = {
    command: "true",
    folder: process.cwd(),
    env: {},
    input: "",
    id: "hook_x",
    timeoutMs: 1_000,
  };
  await expect(runHook({ ...request, signal, sandbox })).rejects.toMatchObject({ name: "SandboxError" });
});
