import { spawn } from "node:child_process";
import { ToolFailure, type ToolContext } from "../define-tool.ts";
import { findRipgrep } from "./ripgrep.ts";

const timeLimitMs = 5_000;
const errorChars = 2_000;

/**
 * The lines that match, by ripgrep: its time grows with the text only, whatever the expression. Refused with a
 * ToolFailure when the expression is none.
 */
export async function filterLines(
  bytes: Uint8Array,
  pattern: string,
  { t, signal }: Pick<ToolContext, "t" | "signal">,
): Promise<Uint8Array> {
  if (pattern.includes("\0")) throw new ToolFailure(t("shell.output.badFilter", { reason: "NUL" }));
  const program = await findRipgrep();
  if (program === undefined) {
    throw new ToolFailure(t("builtin.grep.missing", { platform: `${process.platform}-${process.arch}` }));
  }
  const { exitCode, output, error } = await search(program, pattern, bytes, signal);
  signal.throwIfAborted();
  if (exitCode === 0 || exitCode === 1) return output;
  if (exitCode === null) throw new ToolFailure(t("shell.output.slowFilter"));
  throw new ToolFailure(t("shell.output.badFilter", { reason: error.trim() }));
}

async function search(program: string, pattern: string, bytes: Uint8Array, signal: AbortSignal) {
  const args = [
    "--no-config",
    "--color=never",
    "--no-line-number",
    "--no-filename",
    "--text",
    "-e",
    pattern,
    "-",
  ];
  const child = spawn(program, args, {
    env: { PATH: "" },
    windowsHide: true,
    stdio: "pipe",
    timeout: timeLimitMs,
    killSignal: "SIGKILL",
    signal,
  });
  const output: Uint8Array[] = [];
  let error = "";
  child.stdout.on("data", (chunk: Uint8Array) => output.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => {
    error = (error + chunk.toString("utf8")).slice(0, errorChars);
  });
  // It does not read on once it found the expression wrong; its exit code says so.
  child.stdin.on("error", () => undefined);
  child.stdin.end(bytes);
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return { exitCode, output: Buffer.concat(output), error };
}
