import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { systemCode } from "./workspace-error.ts";

/** A process may end or belong to somebody else while it is looked at. */
function quietly<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (["ENOENT", "ESRCH", "EACCES", "EPERM", "EINVAL"].includes(systemCode(error) ?? "")) return undefined;
    throw error;
  }
}

const namespaceOf = (pid: string) => quietly(() => readlinkSync(`/proc/${pid}/ns/mnt`));

/** What is mounted (as in `/proc/<pid>/mountinfo`) in each namespace that is not that of this process. Linux only. */
export function* readOtherMounts(): Generator<string> {
  const seen = new Set([namespaceOf("self")]);
  for (const pid of readdirSync("/proc")) {
    if (!/^\d+$/.test(pid)) continue;
    const namespace = namespaceOf(pid);
    if (namespace === undefined || seen.has(namespace)) continue;
    seen.add(namespace);
    yield quietly(() => readFileSync(`/proc/${pid}/mountinfo`, "utf8")) ?? "";
  }
}
