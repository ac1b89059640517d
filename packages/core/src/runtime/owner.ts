import { readFileSync } from "node:fs";
import { createId } from "../protocol/index.ts";
import type { Owner } from "../session/store.ts";
import { machineId } from "../workspace/machine-id.ts";
import { processStart } from "../workspace/process-table.ts";

/** This process, as the owner of leases. */
export async function createOwner(): Promise<Owner> {
  const [machine, pidStart] = await Promise.all([machineId(), processStart(process.pid)]);
  return { machine, pid: process.pid, pidStart: pidStart ?? "", instance: createId("ins") };
}

function startOnLinux(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return undefined;
  }
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Whether an owner may still work. Of other machines nothing is known: their lease runs out by time. */
export function isOwnerAlive(self: Owner, other: Owner): boolean {
  if (other.machine !== self.machine) return true;
  if (process.platform !== "linux") return exists(other.pid);
  const start = startOnLinux(other.pid);
  return start !== undefined && other.pidStart.split("@")[0] === start;
}
