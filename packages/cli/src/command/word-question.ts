import { listOptions, type AskView, type Question } from "@skillmint/core/protocol";
import type { CliContext } from "../cli-context.ts";
import { indent } from "../render/indent.ts";
import { oneLine, sanitize } from "../render/sanitize.ts";

type QuestionAsk = Extract<AskView, { type: "question.asked" }>;

/** A question with what it is about, whole, and what can be chosen. */
export function wordQuestion({ t }: CliContext, question: Question): string[] {
  const header = question.header === undefined ? "" : `[${oneLine(question.header, 40)}] `;
  return [
    ...(question.detail === undefined ? [] : [indent(question.detail), ""]),
    `${header}${sanitize(question.question)}`,
    ...listOptions(question).map((line) => indent(line)),
    ...(question.multiSelect ? [`  ${t("interact.cli.several")}`] : []),
  ];
}

export function wordQuestions(context: CliContext, { questions }: QuestionAsk): string[] {
  const count = questions.length;
  return questions.flatMap((question, index) => [
    ...(count > 1 ? [context.t("interact.cli.question", { number: index + 1, count })] : []),
    ...wordQuestion(context, question),
  ]);
}

/** What can be answered, for a command line. */
export function wordAnswers({ t }: CliContext, { questions }: QuestionAsk): string {
  const [only, ...more] = questions;
  if (more.length > 0) return t("interact.cli.choicesSeveral");
  const options = only?.options ?? [];
  if (options.length === 0) return t("cli.choicesQuestion");
  const numbers = options.length > 6 ? `1…${options.length}` : options.map((_, index) => index + 1).join("|");
  return t("interact.cli.choicesOptions", { numbers });
}

/** What else is open, by its id. */
export function wordMore({ t }: CliContext, asks: readonly AskView[]): string[] {
  if (asks.length === 0) return [];
  const title = (ask: AskView): string =>
    ask.type === "permission.asked" ? ask.title : (ask.questions[0]?.question ?? "");
  return [
    t("interact.cli.more", { count: asks.length }),
    ...asks.slice(0, 20).map((ask) => `  ${ask.askId}  ${oneLine(title(ask), 80)}`),
    ...(asks.length > 20 ? ["  …"] : []),
  ];
}
