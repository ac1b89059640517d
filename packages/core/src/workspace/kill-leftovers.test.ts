import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { killLeftovers } from "./kill-leftovers.ts";
import { machineId } from "./machine-id.ts";
import { findCall, isProcessAlive, processStart } from "./process-table.ts";

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), "skillmint-kill-")));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A process that runs a command through spawnShell, says when it may be killed, and never ends by itself. */
async function startVictim(command: string, onReady: string) {
  const callId = `call_victim${process.pid}${Date.now()}`;
  const module = JSON.stringify(path.join(import.meta.dirname, "spawn-shell.ts"));
  const script = `
    import { spawnShell } from ${module};
    await spawnShell({
      command: ${JSON.stringify(command)}, folder: ${JSON.stringify(folder)}, env: { PATH: process.env.PATH },
      callId: ${JSON.stringify(callId)}, signal: new AbortController().signal, timeoutMs: 60_000,
      onOutput: () => console.log("running"),
      onReady: async (pid, start) => { console.log(JSON.stringify({ pid, start })); ${onReady} },
    });
  `;
  await writeFile(path.join(folder, "victim.mts"), script);
  const child = spawn(process.execPath, ["--no-warnings", path.join(folder, "victim.mts")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  return {
    callId,
    async says(pattern: RegExp): Promise<void> {
      await expect.poll(() => printed, { timeout: 15_000, interval: 10 }).toMatch(pattern);
    },
    known: () => JSON.parse(printed.split("\n")[0] ?? "") as { pid: number; start: string },
    async kill() {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}

describe.skipIf(process.platform === "win32")("after a crash", () => {
  it("ends what still runs of the call, wherever it went", async () => {
    const victim = await startVictim(
      "setsid sleep 60 & (nohup sleep 60 >/dev/null 2>&1 &); echo go; sleep 60",
      "",
    );
    await victim.says(/running/);
    await victim.kill();
    const call = { ...victim.known(), callId: victim.callId };
    expect((await findCall(call, true)).length).toBeGreaterThan(2);
    const began = performance.now();
    expect(await killLeftovers(call)).toBe(true);
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(await findCall(call, true)).toEqual([]);
  });

  it("finds a command that was never let go ended by itself", async () => {
    const victim = await startVictim("touch ran", "await new Promise(() => setInterval(() => {}, 1000));");
    await victim.says(/"pid"/);
    const { pid, start } = victim.known();
    expect(await isProcessAlive(pid, start)).toBe(true);
    await victim.kill();
    await expect.poll(() => isProcessAlive(pid, start), { timeout: 5_000 }).toBe(false);
    await expect(readFile(path.join(folder, "ran"))).rejects.toThrow();
  });

  it("leaves a process alone that only has the same id", async () => {
    const other = spawn("sleep", ["60"], { detached: true, stdio: "ignore" });
    const pid = other.pid ?? 0;
    expect(await killLeftovers({ pid, start: "1@another", callId: "call_none" })).toBe(true);
    expect(await processStart(pid)).toBeDefined();
    const ended = once(other, "exit");
    other.kill("SIGKILL");
    await ended;
    expect(await processStart(pid)).toBeUndefined();
  });
});

describe("naming processes and machines", () => {
  it("knows this process again", async () => {
    const start = await processStart(process.pid);
    expect(start).toBeDefined();
    expect(await processStart(process.pid)).toBe(start);
    expect(await isProcessAlive(process.pid, start ?? "")).toBe(true);
    expect(await isProcessAlive(process.pid, "0@other")).toBe(false);
  });

  it.each([[0], [-1], [1.5], [2 ** 40]])("knows no process %d", async (pid) => {
    expect(await processStart(pid)).toBeUndefined();
  });

  it("names this machine always the same, without saying what it is", async () => {
    const id = await machineId();
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(await machineId()).toBe(id);
  });
});
