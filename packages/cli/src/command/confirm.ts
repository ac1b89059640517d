import type { CliContext } from "../cli-context.ts";
import { usage } from "./run-flags.ts";

/**
 * Whether a person agrees. Only somebody at a terminal can be asked; where nobody is, the command is refused unless a
 * flag has agreed already.
 */
export async function confirm(context: CliContext, question: string): Promise<boolean> {
  const { t } = context;
  if (context.json || !context.stdinIsTty || context.stderr.isTTY !== true)
    throw usage(`${question} ${t("cliSkills.needsYes")}`);
  const { createInterface } = await import("node:readline/promises");
  const lines = createInterface({ input: context.stdin(), output: process.stderr });
  try {
    const answer = await lines.question(`${question} ${t("cliSkills.yesNo")}: `, { signal: context.signal });
    return ["y", "yes", "是"].includes(answer.trim().toLowerCase());
  } catch (error) {
    // Ctrl-C or the end of the input.
    if (error instanceof Error && (error.name === "AbortError" || "code" in error)) return false;
    throw error;
  } finally {
    lines.close();
  }
}
