import { mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findCall } from "./process-table.ts";
import { runHook, type HookRequest } from "./run-hook.ts";

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "hook-")));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const env = { PATH: process.env["PATH"] ?? "/bin:/usr/bin" };
const hook = (command: string, more: Partial<HookRequest> = {}) =>
  runHook({
    command,
    folder,
    env,
    input: '{"a":1}',
    id: `hook_${crypto.randomUUID()}`,
    timeoutMs: 20_000,
    signal: new AbortController().signal,
    ...more,
  });

async function isGone(id: string): Promise<boolean> {
  return (await findCall({ pid: 999_999_999, start: "0", callId: id }, false)).length === 0;
}

describe("runHook", () => {
  it.each(["cat", "cat /dev/stdin", "cat <&0"])("hands over its input: %s", async (command) => {
    expect(await hook(command)).toEqual({ exitCode: 0, stdout: '{"a":1}', stderr: "" });
  });

  it("keeps the two outputs apart, however they are named, and the exit code", async () => {
    expect(await hook("echo out > /dev/stdout; echo err > /dev/stderr; pwd; exit 7")).toEqual({
      exitCode: 7,
      stdout: `out\n${folder}\n`,
      stderr: "err\n",
    });
  });

  it("does not mind input that nobody reads", async () => {
    expect(await hook("exit 0", { input: "x".repeat(4_000_000) })).toMatchObject({ exitCode: 0 });
  });

  it("ends one that hangs, with all it started", async () => {
    const id = `hook_${crypto.randomUUID()}`;
    const began = performance.now();
    const result = await hook("trap '' TERM; setsid sleep 300 & sleep 300", { timeoutMs: 200, id });
    expect(result.stopped).toBe("timeout");
    expect(performance.now() - began).toBeLessThan(4_000);
    expect(await isGone(id)).toBe(true);
  });

  it("ends with the run", async () => {
    const controller = new AbortController();
    const running = hook("touch started; sleep 300", { signal: controller.signal });
    while (!(await readdir(folder)).includes("started")) await new Promise((next) => setTimeout(next, 5));
    controller.abort();
    expect(await running).toMatchObject({ stopped: "abort" });
    await expect(hook("true", { signal: AbortSignal.abort() })).rejects.toThrow();
  });

  it("gives what it printed before it was ended", async () => {
    const result = await hook("echo on; echo off >&2; sleep 300", { timeoutMs: 3_000 });
    expect(result).toEqual({ exitCode: null, stopped: "timeout", stdout: "on\n", stderr: "off\n" });
  });

  it("is bounded in what it prints", async () => {
    const result = await hook("head -c 1000000000 /dev/zero");
    expect(result.stopped).toBe("output-limit");
    expect(result.stdout.length).toBeLessThan(2 * 1024 * 1024);
  });

  it("leaves nothing in the background", async () => {
    const id = `hook_${crypto.randomUUID()}`;
    const result = await hook("sleep 300 & setsid sleep 300 >/dev/null 2>&1 & echo done", { id });
    expect(result).toMatchObject({ exitCode: 0, stdout: "done\n" });
    expect(await isGone(id)).toBe(true);
  });

  it("says that a signal ended it", async () => {
    expect(await hook("kill -9 $$")).toMatchObject({ exitCode: null });
  });
});
