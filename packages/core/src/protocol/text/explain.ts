import { SkillmintError, toSkillmintError, type ErrorCode, type Problem } from "../error.ts";
import type { Language } from "../settings.ts";
import { errorTexts } from "./error.ts";
import { fillText } from "./fill-text.ts";

/** What a person reads of an error: what happened and what to do, then the other side's own words. */
export function explain(error: unknown, language: Language): string {
  const known: Problem = isProblem(error) ? error : toSkillmintError(error).toProblem();
  const template = (errorTexts[language] as Record<string, string>)[`error.${known.code as ErrorCode}`];
  const text = template === undefined ? known.code : fillText(template, known.params ?? {});
  return known.detail ? `${text}\n  ${known.detail.trim().replaceAll("\n", "\n  ")}` : text;
}

function isProblem(value: unknown): value is Problem {
  return (
    typeof value === "object" &&
    value !== null &&
    !SkillmintError.is(value) &&
    !(value instanceof Error) &&
    "code" in value
  );
}
