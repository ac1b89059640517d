import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

export interface Measured {
  ms: number;
  /** The largest resident size that was seen, in MB. */
  peakMb: number;
  stdout: string;
  startedAt: number;
}

function residentPeak(pid: number): number {
  try {
    const line = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return Number(line?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Runs a program to its end and measures it. The peak is the kernel's own high-water mark, read while it lives. */
export async function measureProcess(
  command: string,
  args: readonly string[],
  options: { env: NodeJS.ProcessEnv; cwd: string; memory: boolean },
): Promise<Measured> {
  const startedAt = performance.now();
  const child = spawn(command, args, {
    env: options.env,
    cwd: options.cwd,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  let peakMb = 0;
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const poll = options.memory
    ? setInterval(() => (peakMb = Math.max(peakMb, residentPeak(child.pid ?? 0))), 4)
    : undefined;
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  const ms = performance.now() - startedAt;
  clearInterval(poll);
  if (code !== 0) throw new Error(`${command} ended with ${code}\n${stderr}\n${stdout}`);
  return { ms, peakMb, stdout, startedAt };
}
