import type { Question } from "./durable-schema.ts";
import { SkillmintError } from "./error.ts";
import type { Translate } from "./text/index.ts";

const maxAnswerChars = 30_000;

/** Options as a person sees them: `1. Red: the colour of …`. */
export function listOptions(question: Question): string[] {
  return (question.options ?? []).map(({ label, description }, index) => {
    const text = `${index + 1}. ${label}`;
    return description === undefined ? text : `${text}: ${description}`;
  });
}

function refuse(...lines: string[]): SkillmintError {
  return new SkillmintError("usage", { params: { message: lines.join("\n") } });
}

function refuseChoice(problem: string, question: Question, t: Translate): SkillmintError {
  const options = listOptions(question).map((line) => `  ${line}`);
  return refuse(problem, ...options, t("interact.howToAnswer"));
}

/** Letters and digits of all widths and cases are the same. */
function fold(text: string): string {
  return text.normalize("NFKC").trim().toLowerCase();
}

/** An option by its name or its number; `undefined`: words of their own. */
function findOption(question: Question, text: string, t: Translate): string | undefined {
  const options = question.options ?? [];
  const wanted = fold(text);
  const named = options.find(({ label }) => fold(label) === wanted);
  if (named) return named.label;
  if (options.length === 0 || !/^\d+$/.test(wanted)) return undefined;
  const counted = options[Number(wanted) - 1];
  if (counted) return counted.label;
  throw refuseChoice(t("interact.noOption", { number: wanted, question: question.question }), question, t);
}

const separator = /[,，、]/;

function readSeveral(question: Question, text: string, t: Translate): string[] {
  const pieces = text
    .split(separator)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== "");
  const found = pieces.map((piece) => findOption(question, piece, t));
  // A sentence may have commas of its own.
  if (found.every((label) => label === undefined)) return [text];
  return [...new Set(pieces.map((piece, index) => found[index] ?? piece))];
}

/**
 * What a person typed as the answer to one question: an option by its number or its name in any case, several
 * separated by commas where that is allowed, else their own words; what stands in quotes is always that. An option
 * that does not exist is refused with `usage`.
 */
export function readAnswer(question: Question, typed: string, t: Translate): string[] {
  const text = typed.trim();
  if (text === "") throw refuse(t("interact.emptyAnswer"));
  if (text.length > maxAnswerChars) throw refuse(t("interact.longAnswer", { most: maxAnswerChars }));
  const quoted = /^["'“]([^"'“”]+)["'”]$/.exec(text)?.[1]?.trim();
  if (quoted !== undefined && quoted !== "") return [quoted];
  const options = question.options ?? [];
  if (options.some(({ label }) => fold(label) === fold(text))) return [findOption(question, text, t) ?? text];
  if (question.multiSelect) return readSeveral(question, text, t);
  if (options.length > 0 && /^\d+(?:\s*[,，、]\s*\d+)+$/.test(text.normalize("NFKC")))
    throw refuseChoice(t("interact.onlyOne", { question: question.question }), question, t);
  return [findOption(question, text, t) ?? text];
}

/** The pieces of `1: a; 2: b`, by number; `undefined` where the text is not written so. */
function splitNumbered(text: string): Map<number, string> | undefined {
  const pieces = new Map<number, string>();
  let current: number | undefined;
  for (const piece of text.split(/(?:;|；|\r?\n)/)) {
    const start = /^\s*(\d+)\s*[:：]\s*(.*)$/s.exec(piece);
    const number = start ? Number(start[1]) : undefined;
    if (number !== undefined && !pieces.has(number)) {
      pieces.set(number, (start?.[2] ?? "").trim());
      current = number;
    } else if (current !== undefined) {
      pieces.set(current, `${pieces.get(current) ?? ""}; ${piece.trim()}`.replace(/; $/, ""));
    } else if (piece.trim() !== "") {
      return undefined;
    }
  }
  return pieces.size > 0 ? pieces : undefined;
}

function splitAnswers(questions: readonly Question[], text: string, t: Translate): string[] {
  const count = questions.length;
  const howTo = t("interact.howToAnswerSeveral", { count });
  const list = questions.flatMap((question, index) => [
    `${index + 1}: ${question.question}`,
    ...listOptions(question).map((line) => `   ${line}`),
  ]);
  const numbered = splitNumbered(text);
  if (numbered) {
    const unknown = [...numbered.keys()].find((number) => number < 1 || number > count);
    if (unknown !== undefined)
      throw refuse(t("interact.noQuestion", { number: unknown, count }), ...list, howTo);
    return questions.map(({ question }, index) => {
      const answer = numbered.get(index + 1) ?? "";
      if (answer === "")
        throw refuse(t("interact.notAnswered", { number: index + 1, question }), ...list, howTo);
      return answer;
    });
  }
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  if (lines.length !== count) throw refuse(howTo, ...list);
  return lines;
}

/** The answers to all questions of an ask, from one text or from one for each. See `readAnswer`. */
export function readAnswers(
  questions: readonly Question[],
  typed: string | readonly string[],
  t: Translate,
): string[][] {
  const texts =
    typeof typed !== "string" ? typed : questions.length === 1 ? [typed] : splitAnswers(questions, typed, t);
  return questions.map((question, index) => readAnswer(question, texts[index] ?? "", t));
}
