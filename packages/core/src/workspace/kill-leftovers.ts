import { setTimeout as delay } from "node:timers/promises";
import { findCall, isProcessAlive, type CallProcesses } from "./process-table.ts";
import { systemCode } from "./workspace-error.ts";

const graceMs = 500;
const limitMs = 1_800;
const lookMs = 30;

/** Sends a signal; to a negative id for a whole group. Nobody there is fine. */
function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (systemCode(error) !== "ESRCH" && systemCode(error) !== "EPERM") throw error;
  }
}

/**
 * Ends all that still runs of a call: SIGTERM, and SIGKILL for whatever is left half a second later. Returns
 * within two seconds with whether nothing is left. Safe when nothing runs, and when the ids went to others.
 *
 * A group is signalled only while its leader is the recorded process, or when the caller knows that the group
 * is its own (`ownGroup`): its id is not given away while a member lives.
 */
export async function killLeftovers(
  call: CallProcesses,
  options: { ownGroup?: boolean } = {},
): Promise<boolean> {
  if (process.platform === "win32") return killOnWindows(call);
  const began = performance.now();
  const group = options.ownGroup === true || (await isProcessAlive(call.pid, call.start));
  let signal: NodeJS.Signals = "SIGTERM";
  let last: NodeJS.Signals | undefined;
  for (;;) {
    // Before the others are looked for: what multiplies cannot outrun a signal to all of its group.
    if (group && (signal === "SIGKILL" || last === undefined)) send(-call.pid, signal);
    const left = await findCall(call, group);
    if (left.length === 0) return true;
    const passed = performance.now() - began;
    if (passed > limitMs) return false;
    if (signal === "SIGKILL" || last === undefined) for (const pid of left) send(pid, signal);
    last = signal;
    await delay(lookMs);
    if (passed >= graceMs) signal = "SIGKILL";
  }
}

async function killOnWindows(call: CallProcesses): Promise<boolean> {
  if (!(await isProcessAlive(call.pid, call.start))) return true;
  const { execFile } = await import("node:child_process");
  return new Promise((resolve) => {
    execFile("taskkill", ["/pid", String(call.pid), "/T", "/F"], { timeout: limitMs }, (error) =>
      resolve(error === null),
    );
  });
}
