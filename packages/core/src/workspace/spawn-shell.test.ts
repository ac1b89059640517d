import { access, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createOutputPipes, type OutputPipes } from "./output-pipes.ts";
import { findCall, isProcessAlive } from "./process-table.ts";
import { spawnShell, type ShellRequest, type ShellResult } from "./spawn-shell.ts";

let folder: string;
let calls = 0;
let pipes: OutputPipes | undefined;
const used: string[] = [];

beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), "skillmint-shell-")));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function newCall(): string {
  const id = `call_test${process.pid}x${calls++}`;
  used.push(id);
  return id;
}

function run(command: string, options: Partial<ShellRequest> = {}): Promise<ShellResult> {
  return spawnShell({
    command,
    folder,
    env: { PATH: process.env["PATH"] ?? "/bin:/usr/bin" },
    callId: newCall(),
    signal: new AbortController().signal,
    timeoutMs: 15_000,
    onReady: async () => undefined,
    outputFolder: folder,
    ...(pipes ? { pipes } : {}),
    ...options,
  });
}

/** Waits for something that another process does, and fails when it does not. */
async function until(check: () => Promise<boolean>): Promise<void> {
  await expect.poll(check, { timeout: 5_000, interval: 10 }).toBe(true);
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

const marked = (callId: string) => findCall({ pid: 0, start: "none", callId }, false);

const ways: [string, OutputPipes | undefined][] = [
  ["a pipe", createOutputPipes()],
  ["a process", undefined],
];

describe.skipIf(process.platform === "win32").each(ways)("spawnShell through %s", (_, through) => {
  beforeEach(() => {
    pipes = through;
  });

  it("gives stdout and stderr as one text in the order they were printed", async () => {
    const { output, exitCode } = await run("for i in {1..500}; do echo o$i; echo e$i >&2; done");
    const expected = Array.from({ length: 500 }, (_, i) => `o${i + 1}\ne${i + 1}\n`).join("");
    expect(exitCode).toBe(0);
    expect(output.head).toBe(expected);
  });

  it("offers outputs that can be opened by name, no input, and no descriptor of ours below ten", async () => {
    const { output } = await run(
      "echo a > /dev/stderr; echo b > /dev/stdout; cat; (: >&3) 2>/dev/null || echo closed",
    );
    expect(output.head).toBe("a\nb\nclosed\n");
  });

  it("runs what was written, whatever it is made of", async () => {
    const text = "x".repeat(300_000);
    expect((await run(`# c\necho '${text}' | wc -c`)).output.head.trim()).toBe("300001");
    expect((await run('echo "[$REPLY] [$#] [$!] [$0] [$LINENO]"; wait')).output.head).toBe(
      "[] [0] [] [bash] [1]\n",
    );
    expect((await run("if true; then")).exitCode).not.toBe(0);
    await expect(run("echo a\0b")).rejects.toThrow();
  });

  it.each([
    ["cd sub", 0],
    ["cd sub; exit 3", 3],
    ["set -e; cd sub; false; cd /", 1],
    ["set -ux; cd sub; true", 0],
    ["cd sub; (cd /); bash -c 'cd /'", 0],
    ["exec 3>f 4>g 5>h; cd sub", 0],
  ])("reports the folder after %j", async (command, exitCode) => {
    await mkdir(path.join(folder, "sub"));
    expect(await run(command)).toMatchObject({ exitCode, folder: path.join(folder, "sub") });
    for (const name of ["f", "g", "h"]) {
      const [written] = await Promise.allSettled([readFile(path.join(folder, name), "utf8")]);
      if (written.status === "fulfilled") expect(written.value).toBe("");
    }
  });

  it.each([["cd sub; exec true"], ["cd sub; kill -9 $$"]])(
    "does not know the folder after %j",
    async (command) => {
      await mkdir(path.join(folder, "sub"));
      expect((await run(command)).folder).toBeUndefined();
    },
  );

  it("starts nothing before it is let", async () => {
    let pid = 0;
    let start = "";
    const early: boolean[] = [];
    await run("touch ran", {
      onReady: async (id, at) => {
        [pid, start] = [id, at];
        early.push(await isProcessAlive(pid, start), await exists(path.join(folder, "ran")));
      },
    });
    expect(early).toEqual([true, false]);
    expect(await exists(path.join(folder, "ran"))).toBe(true);
    expect(await isProcessAlive(pid, start)).toBe(false);
  });

  it("runs nothing when it is not let, and leaves no process", async () => {
    let known: { pid: number; start: string } | undefined;
    const refused = run("touch ran", {
      onReady: async (pid, start) => {
        known = { pid, start };
        throw new Error("not written down");
      },
    });
    await expect(refused).rejects.toThrow("not written down");
    expect(await isProcessAlive(known?.pid ?? 0, known?.start ?? "")).toBe(false);
    expect(await exists(path.join(folder, "ran"))).toBe(false);
  });

  it("ends the whole tree in under two seconds on the time limit, whatever it does to stay", async () => {
    await writeFile(
      path.join(folder, "stay.sh"),
      "trap '' TERM HUP INT\necho $$ >> pids\nsleep 60 & wait; sleep 60\n",
    );
    const command = `
      trap '' TERM
      setsid bash stay.sh &
      ( ( nohup bash stay.sh >/dev/null 2>&1 & ) & )
      setsid nohup bash stay.sh >/dev/null 2>&1 < /dev/null & disown
      bash stay.sh`;
    const callId = newCall();
    const began = performance.now();
    const result = await run(command, { timeoutMs: 800, callId });
    expect(result.stopped).toBe("timeout");
    expect(performance.now() - began).toBeLessThan(800 + 2_000);
    expect(await marked(callId)).toEqual([]);
    const pids = (await readFile(path.join(folder, "pids"), "utf8")).trim().split("\n");
    expect(pids).toHaveLength(4);
  });

  it("ends on abort and keeps what was printed", async () => {
    const controller = new AbortController();
    const callId = newCall();
    const running = run("echo begun; sleep 60", {
      callId,
      signal: controller.signal,
      onOutput: (text) => text.includes("begun") && controller.abort(),
    });
    expect(await running).toMatchObject({ stopped: "abort", output: { head: "begun\n" } });
    expect(await marked(callId)).toEqual([]);
  });

  it("does not start when it is aborted before", async () => {
    await expect(run("touch ran", { signal: AbortSignal.abort() })).rejects.toThrow();
    expect(await readdir(folder)).toEqual([]);
  });

  it("stops a flood with bounded memory", async () => {
    const before = process.memoryUsage().rss;
    const shown: number[] = [];
    const result = await run("yes", { onOutput: (text) => shown.push(text.length) });
    expect(result.stopped).toBe("output-limit");
    expect(result.output.totalBytes).toBeLessThan(66 * 1024 * 1024);
    expect(result.output.head.length + result.output.tail.length).toBeLessThanOrEqual(400 * 1024);
    expect(Math.max(...shown)).toBeLessThanOrEqual(8_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  });

  it("does not wait for what was put into the background, and leaves it running", async () => {
    const callId = newCall();
    const began = performance.now();
    const result = await run("(echo late; touch started; sleep 60) & echo now", { callId });
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(result).toMatchObject({ exitCode: 0, background: true });
    await until(() => exists(path.join(folder, "started")));
    const left = await marked(callId);
    expect(left.length).toBeGreaterThan(0);
    for (const pid of left) process.kill(pid, "SIGKILL");
    await until(async () => (await marked(callId)).length === 0);
  });

  it("ends what was put into the background when the command failed", async () => {
    const callId = newCall();
    expect(await run("setsid sleep 60 & exit 4", { callId })).toMatchObject({
      exitCode: 4,
      background: false,
    });
    expect(await marked(callId)).toEqual([]);
  });

  it("survives a command that multiplies itself", async () => {
    const callId = newCall();
    const command =
      "n=0; bomb() { while sleep 0.02; do sleep 60 & n=$((n+1)); [ $n -gt 60 ] && wait; done; }; bomb & bomb & bomb; wait";
    const result = await run(command, { timeoutMs: 1_000, callId });
    expect(result.stopped).toBe("timeout");
    expect(await marked(callId)).toEqual([]);
  });

  it("gives the command no variable by which a shell runs something else first", async () => {
    await writeFile(path.join(folder, "evil.sh"), "touch evil\n");
    const env = {
      PATH: process.env["PATH"] ?? "",
      BASH_ENV: path.join(folder, "evil.sh"),
      SHELLOPTS: "xtrace",
    };
    expect((await run("echo ok", { env })).output.head).toBe("ok\n");
    expect(await exists(path.join(folder, "evil"))).toBe(false);
  });

  it("refuses a folder that is not there", async () => {
    await expect(run("true", { folder: path.join(folder, "none") })).rejects.toMatchObject({
      code: "not-found",
    });
  });
});
