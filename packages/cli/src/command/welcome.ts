import type { CliContext } from "../cli-context.ts";
import { helpHint } from "../usage-error.ts";
import { usage } from "./run-flags.ts";
import { runCommand } from "./run.ts";

/** `skillmint` alone: on a terminal asks what to do, elsewhere says how to begin. */
export async function welcomeCommand(context: CliContext, words: readonly string[]): Promise<number> {
  const [unknown] = words;
  if (unknown !== undefined) throw usage(`${context.t("cli.wrong.command", { name: unknown })}\n${helpHint}`);
  context.print(context.t("cli.about"));
  if (!context.stdinIsTty || !context.stderr.isTTY || context.json) {
    context.print('\n  skillmint run "…"\n  skillmint models list\n  skillmint doctor\n  skillmint --help');
    return 0;
  }
  const { createInterface } = await import("node:readline/promises");
  const lines = createInterface({ input: context.stdin(), output: process.stderr });
  try {
    const prompt = await lines.question(`${context.t("cli.promptHere", { folder: context.cwd })}\n> `, {
      signal: context.signal,
    });
    lines.close();
    return prompt.trim() === "" ? 0 : await runCommand(context, [prompt], {});
  } catch (error) {
    if (error instanceof Error && error.name === "AbortError") return 130;
    throw error;
  } finally {
    lines.close();
  }
}
