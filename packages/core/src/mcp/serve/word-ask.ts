import type { ElicitRequestFormParams } from "@modelcontextprotocol/server";
import { listOptions, type AskView, type Question } from "../../protocol/index.ts";
import { toPlainLine } from "../../skill/render/safe-text.ts";
import type { ServeWords } from "./publish-skill.ts";

type Form = Pick<ElicitRequestFormParams, "message" | "requestedSchema">;
type Properties = Form["requestedSchema"]["properties"];

const maxMessage = 8_000;

/** Text of a model or a tool in a form: no control characters, no end in sight cut off. */
function plain(text: string): string {
  const lines = text.split(/\r?\n/).map((line) => toPlainLine(line));
  return lines.join("\n").slice(0, maxMessage);
}

/** An ask as the lines that a person reads. */
export function describeAsk(ask: AskView, skill: string, words: ServeWords): string {
  if (ask.type === "question.asked") {
    const questions = ask.questions.flatMap((question) => [
      ...(question.detail === undefined ? [] : [plain(question.detail)]),
      plain(question.question),
      ...listOptions(question).map(plain),
    ]);
    return [words("ask.question", { skill }), ...questions].join("\n").slice(0, maxMessage);
  }
  const resources = ask.resources.filter((resource) => ask.title !== `${ask.tool} ${resource}`);
  return [
    words("ask.permission", { skill, title: plain(ask.title) }),
    ...resources.map((resource) => `  ${plain(resource)}`),
    ...(ask.reason === undefined ? [] : [words("ask.reason", { reason: plain(ask.reason) })]),
  ]
    .join("\n")
    .slice(0, maxMessage);
}

function questionFields(question: Question, index: number, words: ServeWords): Properties {
  const title = plain(question.header ?? question.question);
  const description = plain(question.question);
  const labels = (question.options ?? []).map(({ label }) => label);
  const other = { [`other${index}`]: { type: "string" as const, title: words("ask.other") } };
  if (labels.length === 0) return { [`answer${index}`]: { type: "string", title, description } };
  if (question.multiSelect)
    return {
      [`answer${index}`]: { type: "array", title, description, items: { type: "string", enum: labels } },
      ...other,
    };
  return { [`answer${index}`]: { type: "string", title, description, enum: labels }, ...other };
}

/**
 * An ask as a form for whoever sits at the client. What lasts longer than the session is never offered there: that is
 * given at this machine only.
 */
export function toForm(ask: AskView, skill: string, words: ServeWords): Form {
  const message = describeAsk(ask, skill, words);
  if (ask.type === "question.asked") {
    const fields = ask.questions.map((question, index) => questionFields(question, index, words));
    const properties = Object.assign({}, ...fields) as Properties;
    return { message, requestedSchema: { type: "object", properties } };
  }
  const choices = ["once", ...(ask.rule === undefined ? [] : ["session" as const]), "no"] as const;
  const answer = {
    type: "string" as const,
    title: words("ask.answer"),
    oneOf: choices.map((name) => ({ const: name, title: words(`ask.${name}`) })),
  };
  return { message, requestedSchema: { type: "object", properties: { answer }, required: ["answer"] } };
}

/** One line of text for one question; `undefined` where the form has none. */
function readField(content: Readonly<Record<string, unknown>>, index: number): string | undefined {
  const other = content[`other${index}`];
  if (typeof other === "string" && other.trim() !== "") return other;
  const answer = content[`answer${index}`];
  if (Array.isArray(answer)) {
    const texts = answer.filter((part) => typeof part === "string");
    return texts.length > 0 ? texts.join(", ") : undefined;
  }
  return typeof answer === "string" && answer.trim() !== "" ? answer : undefined;
}

/** What a filled form says, in the words that `skillmint resume` takes; `undefined` where it answers nothing. */
export function readForm(
  ask: AskView,
  content: Readonly<Record<string, unknown>>,
): string | string[] | undefined {
  if (ask.type === "question.asked") {
    const texts = ask.questions.map((_, index) => readField(content, index));
    return texts.every((text) => text !== undefined) ? texts : undefined;
  }
  const { answer } = content;
  const offered = ["once", "no", ...(ask.rule === undefined ? [] : ["session"])];
  return typeof answer === "string" && offered.includes(answer) ? answer : undefined;
}
