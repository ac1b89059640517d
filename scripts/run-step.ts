import { spawn } from "node:child_process";
import { root } from "./repository.ts";

export interface StepResult {
  code: number;
  output: string;
  seconds: number;
}

/** Runs a script of the repository's Node and keeps what it prints. */
export async function runStep(args: readonly string[]): Promise<StepResult> {
  const start = performance.now();
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const code = await new Promise<number>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (exit) => resolve(exit ?? 1));
  });
  return { code, output, seconds: (performance.now() - start) / 1000 };
}
