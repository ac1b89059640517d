import { createHash } from "node:crypto";
import { readFile, readlink } from "node:fs/promises";
import { hostname } from "node:os";

/**
 * Names the machine in whose list of processes a process id means something: two containers on one host are
 * two machines. A digest, so that nothing about the host can be read from it.
 */
export async function machineId(): Promise<string> {
  const id = await textOrEmpty(readFile("/etc/machine-id", "utf8"));
  const processes = await textOrEmpty(readlink("/proc/self/ns/pid"));
  return createHash("sha256")
    .update(`skillmint:${id.trim() || hostname()}:${processes}`)
    .digest("hex")
    .slice(0, 32);
}

/** Neither file exists on every system; one that cannot be read says as little as one that is not there. */
async function textOrEmpty(text: Promise<string>): Promise<string> {
  const [result] = await Promise.allSettled([text]);
  return result.status === "fulfilled" ? result.value : "";
}
