import type { Authoring, AuthoringCommandWords, Progress, SkillPlace, WorkOptions } from "@skillmint/core";
import type { Usage } from "@skillmint/core/protocol";
import type { CliContext } from "../cli-context.ts";
import { oneLine } from "../render/sanitize.ts";

/** Flags of every command that asks a model for work on skills. */
export interface WorkFlags {
  model?: string;
  baseUrl?: string;
}

/** What a command that works on skills with a model needs. */
export interface SkillWork {
  authoring: Authoring;
  place: SkillPlace;
  words: AuthoringCommandWords;
  options: WorkOptions;
}

function wordProgress(words: AuthoringCommandWords, progress: Progress): string {
  if (progress.step === "asked") return words("progress.asked");
  if (progress.step === "tool") {
    const { name, title } = progress;
    return words("progress.tool", { name: oneLine(name, 40), title: oneLine(title, 100) });
  }
  if (progress.step === "repair")
    return words("progress.repair", { problem: oneLine(progress.problems.join("; "), 200) });
  const message = oneLine(progress.message, 200);
  return words(progress.accepted ? "progress.accepted" : "progress.rejected", { message });
}

/** What work cost, for whoever pays. */
export function tellCost(context: CliContext, words: AuthoringCommandWords, { input, output }: Usage): void {
  if (!context.quiet && !context.json) context.stderr.write(`${words("cost", { input, output })}\n`);
}

/** Progress goes to standard error, unless nobody wants it. */
export async function openSkillWork(context: CliContext, flags: WorkFlags): Promise<SkillWork> {
  const { loadAuthoringWords } = await import("@skillmint/core");
  const words = await loadAuthoringWords(context.language);
  const runtime = await context.runtime();
  const { model, baseUrl } = flags;
  return {
    authoring: await runtime.authoring(),
    place: { folder: context.cwd, environment: context.environment },
    words,
    options: {
      signal: context.signal,
      ...(model === undefined ? {} : { model }),
      ...(baseUrl === undefined ? {} : { baseUrl }),
      onProgress: (progress) => {
        if (!context.quiet) context.stderr.write(`${wordProgress(words, progress)}\n`);
      },
    },
  };
}
