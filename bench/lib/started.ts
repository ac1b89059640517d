import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

/** A program that runs beside the benchmark and said one line of JSON when it was ready. */
export interface Started<T> {
  said: T;
  /** Resident memory, in MB. */
  memory(): number;
  /** Seconds of processor time so far. */
  cpu(): number;
  stop(): Promise<void>;
}

const ticksPerSecond = 100;

function statusOf(child: ChildProcess): { memory: number; cpu: number } {
  const read = (name: string): string => readFileSync(`/proc/${child.pid}/${name}`, "utf8");
  const memory = Number(/VmRSS:\s+(\d+) kB/.exec(read("status"))?.[1] ?? 0) / 1_024;
  const fields = read("stat").split(") ")[1]?.split(" ") ?? [];
  return { memory, cpu: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond };
}

export async function startProgram<T>(
  command: string,
  args: readonly string[],
  options: { env?: NodeJS.ProcessEnv; cwd?: string } = {},
): Promise<Started<T>> {
  const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "close");
  const [line] = (await Promise.race([
    once(child.stdout, "data"),
    ended.then(() => Promise.reject(new Error(`${command} ended before it was ready`))),
  ])) as [Buffer];
  return {
    said: JSON.parse(line.toString()) as T,
    memory: () => statusOf(child).memory,
    cpu: () => statusOf(child).cpu,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
