import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { access, mkdtemp, readFile, realpath, rm, stat, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createId,
  createTranslate,
  type CallId,
  type EventDraft,
  type ShellId,
  type ShellView,
} from "../protocol/index.ts";
import { createBackgroundShells, type ShellRecord } from "./background-shells.ts";
import { killLeftovers } from "./kill-leftovers.ts";
import { machineId } from "./machine-id.ts";
import { findCall, processStart } from "./process-table.ts";
import { createOutputFile, removeOldOutputs } from "./shell-output.ts";

const t = createTranslate("en");
const sessionId = createId("ses");
const hostile = "trap '' TERM; (trap '' TERM; setsid sleep 60 & ) & echo up; while :; do sleep 60; done";
let folder: string;
let events: EventDraft[];
/** What must not outlive a test, however it ends. */
let owners: ChildProcess[];
let started: Known[];

type Known = ShellRecord & { callId: string };

beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), "skillmint-shells-")));
  events = [];
  owners = [];
  started = [];
});
afterEach(async () => {
  for (const child of owners) child.kill("SIGKILL");
  for (const { pid, pidStart, callId } of started) await killLeftovers({ pid, start: pidStart, callId });
  await rm(folder, { recursive: true, force: true });
});

async function createShells(append?: () => Promise<void>) {
  return createBackgroundShells({
    owner: {
      machine: await machineId(),
      pid: process.pid,
      pidStart: (await processStart(process.pid)) ?? "",
    },
    append: async (_id, drafts) => {
      await append?.();
      events.push(...drafts);
    },
    temporaryFolder: folder,
  });
}

/** What a session's view would hold of a shell. */
function toView(record: Known): Record<ShellId, ShellView> {
  const callId = record.callId as CallId;
  return { [record.shellId]: { ...record, callId, command: "c", state: "running", startedAt: 0 } };
}

const processesOf = ({ pid, pidStart, callId }: Known) => findCall({ pid, start: pidStart, callId }, true);
const until = (check: () => unknown) => expect.poll(check, { timeout: 5_000, interval: 10 });

async function startOwner(how: string, command = hostile) {
  const file = path.join(import.meta.dirname, "background-owner.fixture.ts");
  const child = spawn(process.execPath, ["--no-warnings", file, folder, how, command], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  owners.push(child);
  const exited = once(child, "exit");
  let printed = "";
  child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  await until(() => printed).toContain("\n");
  const known = JSON.parse(printed) as Known;
  started.push(known);
  return { child, exited, known };
}

async function startHere(shells: Awaited<ReturnType<typeof createShells>>, command: string) {
  const callId = createId("call");
  const record = await shells
    .forSession(sessionId, () => ({}))
    .start({
      command,
      folder,
      env: { PATH: process.env["PATH"] ?? "" },
      callId,
      signal: new AbortController().signal,
      onReady: async () => undefined,
    });
  if (record === undefined) throw new Error("not started");
  started.push({ ...record, callId });
  return { ...record, callId };
}

describe.skipIf(process.platform === "win32")("an owner of background shells", () => {
  it.each(["end", "exit", "throw"])("takes them along when it goes by %j", async (how) => {
    const { exited, known } = await startOwner(how);
    await exited;
    await until(() => processesOf(known)).toEqual([]);
  });

  it("that was killed leaves them to whoever goes on, who ends them and says so", async () => {
    const { child, exited, known } = await startOwner("hang");
    await until(() => readFile(known.outputFile, "utf8")).toBe("up\n");
    child.kill("SIGKILL");
    await exited;
    expect((await processesOf(known)).length).toBeGreaterThan(0);
    const shells = await createShells();
    const session = shells.forSession(sessionId, () => toView(known));
    const [shell] = session.list();
    expect(shell && (await session.look(shell))).toEqual({ state: "running" });
    const began = performance.now();
    await shells.endLost(sessionId, toView(known), t);
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(await processesOf(known)).toEqual([]);
    expect(events).toEqual([
      { type: "shell.ended", shellId: known.shellId, exitCode: null, reason: "lost" },
      {
        type: "note.added",
        noteId: expect.any(String) as string,
        kind: "shell",
        text: t("shell.lostNote", { shells: known.shellId }),
      },
    ]);
    expect(shell && (await session.look(shell))).toEqual({ state: "ended", exitCode: null, reason: "lost" });
  });

  it("that lives keeps them, whoever else looks", async () => {
    const { child, exited, known } = await startOwner("hang", "sleep 60");
    const shells = await createShells();
    await shells.endLost(sessionId, toView(known), t);
    expect(events).toEqual([]);
    expect((await processesOf(known)).length).toBeGreaterThan(0);
    child.kill("SIGKILL");
    await exited;
    await shells.endLost(sessionId, toView(known), t);
    expect(await processesOf(known)).toEqual([]);
  });

  it.each([
    ["ignores TERM, moves to other sessions and forks twice", hostile],
    [
      "multiplies",
      "trap '' TERM; for i in {1..200}; do (trap '' TERM; setsid bash -c 'trap \"\" TERM; sleep 60; sleep 60') & done; echo up; wait",
    ],
  ])("ends a tree that %s in under two seconds", async (_name, command) => {
    const shells = await createShells();
    const known = await startHere(shells, command);
    await until(() => readFile(known.outputFile, "utf8")).toBe("up\n");
    const began = performance.now();
    await shells.closeAll();
    expect(performance.now() - began).toBeLessThan(2_500);
    expect(await processesOf(known)).toEqual([]);
    expect(events).toEqual([
      { type: "shell.ended", shellId: known.shellId, exitCode: null, reason: "closed" },
    ]);
  });

  it("ends a flood at 64 MB, with all of its processes", async () => {
    const shells = await createShells();
    const before = process.memoryUsage().rss;
    const known = await startHere(shells, "yes & yes >&2; wait");
    await expect.poll(() => events, { timeout: 20_000 }).toHaveLength(1);
    expect(events).toMatchObject([{ type: "shell.ended", reason: "output-limit" }]);
    expect((await stat(known.outputFile)).size).toBe(64 * 1024 * 1024);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
    expect(await processesOf(known)).toEqual([]);
  });

  it("counts a shell as running while something holds its output, and still ends what does not", async () => {
    const shells = await createShells();
    const known = await startHere(
      shells,
      "(while ! [ -e go ]; do sleep 0.02; done; echo late) & setsid sleep 60 >/dev/null 2>&1 & exit 4",
    );
    const session = shells.forSession(sessionId, () => toView(known));
    const shell = session.list()[0] as ShellView;
    expect(await session.look(shell)).toEqual({ state: "running" });
    await startHere(shells, "touch go");
    await until(() => session.look(shell)).toEqual({ state: "ended", exitCode: 4, reason: "exited" });
    expect(await readFile(known.outputFile, "utf8")).toBe("late\n");
    expect(await processesOf(known)).not.toEqual([]);
    await shells.closeAll();
    expect(await processesOf(known)).toEqual([]);
  });

  it("runs nothing that could not be written down", async () => {
    const shells = await createShells();
    const started = shells
      .forSession(sessionId, () => ({}))
      .start({
        command: "touch ran",
        folder,
        env: { PATH: process.env["PATH"] ?? "" },
        callId: createId("call"),
        signal: new AbortController().signal,
        onReady: () => Promise.reject(new Error("lease lost")),
      });
    await expect(started).rejects.toThrow("lease lost");
    await expect(access(path.join(folder, "ran"))).rejects.toThrow();
    expect(events).toEqual([]);
  });

  it("starts nothing once it is closing, and waits for what was about to start", async () => {
    const shells = await createShells();
    const started = shells
      .forSession(sessionId, () => ({}))
      .start({
        command: "touch ran",
        folder,
        env: { PATH: process.env["PATH"] ?? "" },
        callId: createId("call"),
        signal: new AbortController().signal,
        onReady: async () => {
          void shells.closeAll();
        },
      });
    await expect(started).rejects.toMatchObject({ code: "cancelled" });
    await shells.closeAll();
    await expect(access(path.join(folder, "ran"))).rejects.toThrow();
    expect(events).toMatchObject([{ type: "shell.ended", reason: "closed" }]);
  });

  it("ends shells also when their log is gone, and leaves no listener behind", async () => {
    const listeners = process.listenerCount("exit");
    const shells = await createShells(() => Promise.reject(new Error("no such session")));
    const known = await startHere(shells, "sleep 60");
    expect(process.listenerCount("exit")).toBe(listeners + 1);
    await shells.closeAll();
    expect(await processesOf(known)).toEqual([]);
    expect(process.listenerCount("exit")).toBe(listeners);
  });

  it("removes only outputs that are a week old", async () => {
    const shells = await createShells();
    const old = await startHere(shells, "echo old");
    const young = await startHere(shells, "echo young");
    await shells.closeAll();
    const file = await createOutputFile(folder, "shl_x");
    const weekAgo = Date.now() / 1_000 - 8 * 24 * 60 * 60;
    for (const at of [old.outputFile, path.dirname(old.outputFile)]) await utimes(at, weekAgo, weekAgo);
    await removeOldOutputs(folder);
    await expect(access(old.outputFile)).rejects.toThrow();
    await access(young.outputFile);
    await access(path.dirname(file));
  });
});
