import type { AppliedDraft, AuthoringCommandWords, DraftResult, SkillDraftDetails } from "@skillmint/core";
import type { CliContext } from "../cli-context.ts";
import { exitCodes } from "../exit-code.ts";
import { indent } from "../render/indent.ts";
import { sanitize } from "../render/sanitize.ts";
import { plain } from "./skills-place.ts";
import { tellCost, type SkillWork } from "./skills-work.ts";

/** A draft as a person judges it: what it is, what is wrong with it, and every change. */
export function wordDraft(words: AuthoringCommandWords, draft: SkillDraftDetails): string {
  const { name, target, message, details, check, change } = draft;
  const lines = [
    words(target.isNew ? "draft.new" : "draft.change", { name, folder: plain(target.folder) }),
    indent(message),
    ...(details === undefined ? [] : [indent(details)]),
    ...check.errors.map((one) => words("draft.error", { code: one.code, message: plain(one.message) })),
    ...check.warnings.map((one) => words("draft.warning", { code: one.code, message: plain(one.message) })),
    "",
    sanitize(change.diff),
  ];
  return lines.join("\n");
}

export function tellApplied(context: CliContext, words: AuthoringCommandWords, applied: AppliedDraft): void {
  const { name, version, isNew } = applied;
  const folder = plain(applied.folder);
  context.print(
    isNew ? words("draft.created", { name, folder }) : words("draft.enhanced", { name, folder, version }),
  );
}

/** What somebody at the terminal says to a draft; `undefined` where nobody is there. */
export async function askAboutDraft(
  context: CliContext,
  question: string,
): Promise<"yes" | "no" | { text: string } | undefined> {
  if (context.json || !context.stdinIsTty || context.stderr.isTTY !== true) return undefined;
  const { createInterface } = await import("node:readline/promises");
  const lines = createInterface({ input: context.stdin(), output: process.stderr });
  try {
    const answer = (await lines.question(`${question}: `, { signal: context.signal })).trim();
    const word = answer.toLowerCase();
    if (["y", "yes", "是"].includes(word)) return "yes";
    return ["", "n", "no", "否"].includes(word) ? "no" : { text: answer };
  } catch (error) {
    // Ctrl-C or the end of the input.
    if (error instanceof Error && (error.name === "AbortError" || "code" in error)) return "no";
    throw error;
  } finally {
    lines.close();
  }
}

function tellKept(context: CliContext, words: AuthoringCommandWords, id: string): void {
  context.stderr.write(`${words("draft.kept", { id })}\n`);
}

/**
 * What becomes of work that wrote something: with `--yes` it is applied, somebody at the terminal is asked and can
 * have it changed, and where nobody is the draft waits (exit code 3).
 */
export async function settleDraft(
  context: CliContext,
  { authoring, place, words, options }: SkillWork,
  first: DraftResult,
  isAgreed: boolean,
): Promise<number> {
  let result = first;
  for (;;) {
    const { draft } = result;
    tellCost(context, words, result.usage);
    if (!draft) {
      if (context.json) context.printJson(result);
      else context.print(words("nothing", { message: plain(result.message) }));
      return 0;
    }
    if (!context.json) context.print(wordDraft(words, draft));
    const answer = isAgreed ? "yes" : await askAboutDraft(context, words("draft.question"));
    if (answer === "yes") {
      const applied = await authoring.drafts.apply(place, draft.id, { digest: draft.digest });
      if (context.json) context.printJson({ ...result, applied });
      else tellApplied(context, words, applied);
      return 0;
    }
    if (typeof answer !== "object") {
      if (context.json) context.printJson(result);
      tellKept(context, words, draft.id);
      return answer === "no" ? 1 : exitCodes.waiting;
    }
    result = await authoring.agent.refine(place, draft.id, answer.text, options);
  }
}
