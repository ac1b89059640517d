import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { promisify } from "node:util";
import { systemCode } from "./workspace-error.ts";

/** The variable by which the processes of a call are found again, wherever they went. */
export const callMarker = "SKILLMINT_CALL";

export interface ProcessEntry {
  pid: number;
  parent: number;
  group: number;
  /** When it started, in ticks since the machine did. Where the system does not say, absent. */
  ticks?: number;
}

/** A process may end, or belong to somebody else, while its files are read: then it says nothing. */
const gone = new Set(["ENOENT", "ESRCH", "EACCES", "EPERM"]);

/**
 * Read at once and not by way of the thread pool: these files are made up by the kernel when they are read, and
 * there are hundreds of them.
 */
function readProc(file: string): string | undefined {
  try {
    return readFileSync(file, "latin1");
  } catch (error) {
    if (gone.has(systemCode(error) ?? "")) return undefined;
    throw error;
  }
}

/** The fields of /proc/<pid>/stat after the command, which may itself contain blanks and brackets. */
function statFields(pid: number): string[] | undefined {
  const text = readProc(`/proc/${pid}/stat`);
  return text?.slice(text.lastIndexOf(")") + 2).split(" ");
}

const isDead = (state: string | undefined): boolean => state === "Z" || state === "X";

async function ps(...args: string[]): Promise<string> {
  const run = promisify(execFile);
  try {
    return (await run("ps", args, { timeout: 2_000, env: { PATH: "/bin:/usr/bin", LC_ALL: "C" } })).stdout;
  } catch (error) {
    // `ps` ends with 1 when it found nothing.
    if (error instanceof Error && "code" in error && error.code === 1) return "";
    throw error;
  }
}

/**
 * When a process started, as a text that no other process with this id ever has: ids are used again, also
 * after the machine started anew. Undefined when there is no such process, or when it is dead and unburied.
 */
export async function processStart(pid: number): Promise<string | undefined> {
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  if (process.platform === "linux") {
    const fields = statFields(pid);
    if (fields?.[19] === undefined || isDead(fields[0])) return undefined;
    const boot = readProc("/proc/sys/kernel/random/boot_id") ?? "";
    return `${fields[19]}@${boot.slice(0, 8)}`;
  }
  if (process.platform === "win32") return isThere(pid) ? "" : undefined;
  return (await ps("-o", "lstart=", "-p", String(pid))).trim() || undefined;
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return systemCode(error) === "EPERM";
  }
}

/** Whether this very process still runs, and not another one that was given its id. */
export async function isProcessAlive(pid: number, start: string): Promise<boolean> {
  return (await processStart(pid)) === start;
}

async function listProcesses(): Promise<ProcessEntry[]> {
  if (process.platform === "win32") return [];
  if (process.platform !== "linux") {
    const lines = (await ps("-axo", "pid=,ppid=,pgid=")).trim().split("\n");
    return lines.map((line) => {
      const [pid = 0, parent = 0, group = 0] = line.trim().split(/\s+/).map(Number);
      return { pid, parent, group };
    });
  }
  return readdirSync("/proc").flatMap((name) => {
    const fields = /^\d+$/.test(name) ? statFields(Number(name)) : undefined;
    if (fields === undefined || isDead(fields[0])) return [];
    const [, parent, group] = fields.map(Number);
    return [{ pid: Number(name), parent: parent ?? 0, group: group ?? 0, ticks: Number(fields[19]) }];
  });
}

function isMarked(pid: number, callId: string): boolean {
  const environ = readProc(`/proc/${pid}/environ`);
  const entry = environ?.split("\0").find((line) => line.startsWith(`${callMarker}=`));
  return (
    entry
      ?.slice(callMarker.length + 1)
      .split(":")
      .includes(callId) ?? false
  );
}

/** The living processes of a call that carry its mark: none is older than its shell. Where environments are not shown, none. */
function findMarked(entries: readonly ProcessEntry[], call: CallProcesses): number[] {
  if (process.platform !== "linux") return [];
  const since = Number.parseInt(call.start, 10) || 0;
  const young = entries.filter((entry) => (entry.ticks ?? since) >= since);
  return young.filter((entry) => isMarked(entry.pid, call.callId)).map((entry) => entry.pid);
}

function findDescendants(entries: readonly ProcessEntry[], pid: number): number[] {
  const found = new Set([pid]);
  for (let before = 0; before !== found.size;) {
    before = found.size;
    for (const entry of entries) if (found.has(entry.parent)) found.add(entry.pid);
  }
  return [...found];
}

export interface CallProcesses {
  /** The shell, which leads its own group. */
  pid: number;
  /** As `processStart` gave it. */
  start: string;
  callId: string;
}

/**
 * What runs of a call: its shell with all that descends from it, every process that carries the call's mark
 * whatever session it moved to, and with `group` the members of the shell's group.
 */
export async function findCall(call: CallProcesses, group: boolean): Promise<number[]> {
  const entries = (await listProcesses()).filter((entry) => entry.pid !== process.pid);
  const found = new Set(findMarked(entries, call));
  if (await isProcessAlive(call.pid, call.start)) {
    for (const pid of findDescendants(entries, call.pid)) found.add(pid);
  }
  if (group) for (const entry of entries) if (entry.group === call.pid) found.add(entry.pid);
  return [...found];
}
