import { access, mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createId } from "../protocol/index.ts";
import { startBackgroundShell, type BackgroundRequest } from "./background-shell.ts";
import { findCall } from "./process-table.ts";
import { createSandbox } from "./sandbox/create-sandbox.ts";
import { SandboxError } from "./sandbox/sandbox-error.ts";
import { createSandboxSupport } from "./sandbox/sandbox-support.ts";
import type { Sandbox, WrappedProgram } from "./sandbox/sandbox.ts";

let folder: string;
let released: boolean[];
let ready: number[];

beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), "skillmint-start-")));
  released = [];
  ready = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A sandbox that is only what the shell is started through. */
function createWrapper(
  change: (request: Parameters<Sandbox["wrap"]>[0]) => Partial<WrappedProgram>,
): Sandbox {
  return {
    status: "on",
    wrap: async (request) => ({
      program: request.program,
      env: request.env,
      release: async (running) => {
        released.push(running);
      },
      ...change(request),
    }),
    close: async () => undefined,
  };
}

function start(command: string, more: Partial<BackgroundRequest> = {}) {
  return startBackgroundShell({
    command,
    folder,
    env: { PATH: process.env["PATH"] ?? "" },
    callId: createId("call"),
    outputFile: path.join(folder, "out.txt"),
    onReady: async (pid) => {
      ready.push(pid);
    },
    ...more,
  });
}

const output = () => readFile(path.join(folder, "out.txt"), "utf8");

describe.skipIf(process.platform === "win32")("a background shell in a sandbox", () => {
  it("runs through the wrapper, with its environment and its descriptor", async () => {
    const sandbox = createWrapper(({ program, env }) => ({
      program: ["/bin/bash", "-c", 'IN=$(cat <&5) exec "$@"', "wrapper", ...program],
      env: { ...env, INSIDE: "yes" },
      descriptor5: Buffer.from("filter"),
    }));
    const shell = await start('echo "$INSIDE $IN"', { sandbox });
    expect(await shell.ended).toEqual({ exitCode: 0, reason: "exited", background: false });
    expect(await output()).toBe("yes filter\n");
    expect(released).toEqual([false]);
  });

  it("keeps the boundary for what it leaves behind", async () => {
    const shell = await start("sleep 60 >/dev/null 2>&1 &", { sandbox: createWrapper(() => ({})) });
    expect(await shell.ended).toMatchObject({ exitCode: 0, background: true });
    expect(released).toEqual([true]);
    await shell.stop("closed");
    expect(await findCall(shell.call, false)).toEqual([]);
  });

  it("never runs when the sandbox does not come up, and nobody hears of it", async () => {
    const sandbox = createWrapper(() => ({ program: ["/bin/sh", "-c", "echo no namespace; exit 1"] }));
    const started = start("touch ran", { sandbox });
    await expect(started).rejects.toMatchObject({ code: "failed", message: "no namespace" });
    expect(SandboxError.is(await started.catch((error: unknown) => error))).toBe(true);
    expect([ready, released]).toEqual([[], [false]]);
    await expect(access(path.join(folder, "ran"))).rejects.toThrow();
  });

  it("never runs when there must be a sandbox and is none", async () => {
    const sandbox: Sandbox = {
      status: "unavailable",
      wrap: () => Promise.reject(new SandboxError("unavailable")),
      close: async () => undefined,
    };
    await expect(start("touch ran", { sandbox })).rejects.toMatchObject({ code: "unavailable" });
    expect(ready).toEqual([]);
  });
});

const support = createSandboxSupport();
const means = await support.detect();

it.skipIf(means.kind === "none")(
  "a real sandbox holds a background shell, and all of it is ended",
  async () => {
    const sandbox = await createSandbox({
      choice: "require",
      workspace: { root: folder, added: [] },
      home: path.join(folder, "home"),
      own: path.join(folder, "own"),
      network: { allow: [] },
      protectedPaths: [],
      support,
    });
    const outside = `${folder}-outside`;
    const command = `trap '' TERM; setsid sleep 60 & (nohup sleep 60 >/dev/null 2>&1 &); touch in '${outside}'; echo up; while :; do sleep 60; done`;
    const shell = await start(command, { sandbox });
    await expect.poll(output, { timeout: 5_000 }).toContain("up\n");
    await access(path.join(folder, "in"));
    await expect(access(outside)).rejects.toThrow();
    const began = performance.now();
    await shell.stop("killed");
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(await findCall(shell.call, true)).toEqual([]);
    await sandbox.close();
  },
);

describe.skipIf(process.platform === "win32")("a background shell", () => {
  it("gets nothing by which a shell would run something else first", async () => {
    const env = { PATH: process.env["PATH"] ?? "", BASH_ENV: "/nowhere", SHELLOPTS: "xtrace" };
    const shell = await start('echo "[$BASH_ENV]"', { env });
    await shell.ended;
    expect(await output()).toBe("[]\n");
  });

  it("writes at most what it may", async () => {
    const shell = await start("yes", { maxBytes: 1_000 });
    expect(await shell.ended).toMatchObject({ exitCode: null, reason: "output-limit" });
    expect(await output()).toHaveLength(1_000);
  });

  it("does not take over a file that is there, and refuses NUL", async () => {
    await (
      await start("true")
    ).ended;
    await expect(start("true")).rejects.toMatchObject({ code: "EEXIST" });
    await expect(start("a\0b", { outputFile: path.join(folder, "other") })).rejects.toThrow();
  });

  it("can be stopped twice, and after its end", async () => {
    const shell = await start("trap '' TERM; while :; do sleep 60; done");
    const ends = await Promise.all([shell.stop("killed"), shell.stop("closed")]);
    expect(ends.map((end) => end.reason)).toEqual(["killed", "killed"]);
    expect(await shell.stop("closed")).toEqual(ends[0]);
  });
});
