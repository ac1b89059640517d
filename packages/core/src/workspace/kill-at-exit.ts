import { readdirSync, readFileSync } from "node:fs";
import { callMarker, type CallProcesses } from "./process-table.ts";
import { systemCode } from "./workspace-error.ts";

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    // It ended by itself meanwhile, or is somebody else's.
    if (systemCode(error) === undefined) throw error;
  }
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch (error) {
    // Gone, or somebody else's.
    if (systemCode(error) === undefined) throw error;
    return "";
  }
}

function isCallOf(environ: string, callIds: ReadonlySet<string>): boolean {
  const entry = environ.split("\0").find((line) => line.startsWith(`${callMarker}=`));
  return (
    entry
      ?.slice(callMarker.length + 1)
      .split(":")
      .some((id) => callIds.has(id)) ?? false
  );
}

function isLeader({ pid, start }: CallProcesses): boolean {
  if (process.platform !== "linux") return true;
  const stat = readOrEmpty(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] === start.split("@")[0];
}

/** Kills all of these calls without waiting for anything: for the very end of a process. */
function killNow(calls: readonly CallProcesses[]): void {
  if (process.platform === "win32") {
    for (const call of calls) kill(call.pid);
    return;
  }
  for (const call of calls) if (isLeader(call)) kill(-call.pid);
  if (process.platform !== "linux") return;
  const callIds = new Set(calls.map((call) => call.callId));
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue;
    if (isCallOf(readOrEmpty(`/proc/${name}/environ`), callIds)) kill(Number(name));
  }
}

export interface KillAtExit {
  /** From now on until the returned function is called, the call ends with this process. */
  add(call: CallProcesses): () => void;
}

/** Ends calls when this process ends by itself, by `process.exit` or by an error that nobody caught. */
export function createKillAtExit(): KillAtExit {
  const calls = new Set<CallProcesses>();
  const onExit = (): void => killNow([...calls]);
  return {
    add(call) {
      if (calls.size === 0) process.on("exit", onExit);
      calls.add(call);
      return () => {
        if (calls.delete(call) && calls.size === 0) process.off("exit", onExit);
      };
    },
  };
}
