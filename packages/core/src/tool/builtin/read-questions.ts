import { z } from "zod";
import type { Question, Translate } from "../../protocol/index.ts";
import { ToolFailure } from "../define-tool.ts";
import { isLoose, pick, present, toList, toText } from "./loose-input.ts";

const mostQuestions = 4;
const mostOptions = 50;
const mostChars = 30_000;

const questionNames = ["question", "text", "prompt", "query", "message", "title", "content"];
const optionNames = ["options", "choices", "answers", "suggestions", "items"];
const manyNames = [
  "multiSelect",
  "multi_select",
  "multiselect",
  "multiple",
  "allow_multiple",
  "allowMultiple",
];
const labelNames = ["label", "title", "name", "text", "option", "value"];
const descriptionNames = ["description", "detail", "details", "explanation", "hint"];

function tidyOption(raw: unknown): unknown {
  if (!isLoose(raw)) return { label: toText(raw) };
  return present({
    label: toText(pick(raw, labelNames)),
    description: toText(pick(raw, descriptionNames)),
  });
}

function tidyQuestion(raw: unknown): unknown {
  if (!isLoose(raw)) return present({ question: toText(raw) });
  const options = toList(pick(raw, optionNames));
  const many = pick(raw, manyNames);
  return present({
    question: toText(pick(raw, questionNames)),
    header: toText(pick(raw, ["header", "topic"])),
    options: Array.isArray(options) ? options.map(tidyOption) : options,
    multiSelect: many === "true" || (many === "false" ? false : many),
  });
}

/** Both forms as the longer of the two, in the names of the schema. */
function tidyInput(raw: unknown): unknown {
  if (!isLoose(raw)) return raw;
  const questions = toList(raw["questions"]);
  const isList = Array.isArray(questions) && questions.length > 0;
  return { questions: (isList ? questions : [raw]).map(tidyQuestion) };
}

function questionSchema(t: Translate) {
  return z.object({
    question: z.string().optional(),
    header: z.string().describe(t("interact.ask.header")).optional(),
    options: z.array(z.object({ label: z.string(), description: z.string().optional() })).optional(),
    multiSelect: z.boolean().optional(),
  });
}

/** One question, or several; neither is required, and what other clients call things is understood. */
export function questionsSchema(t: Translate) {
  return z.preprocess(
    tidyInput,
    z.object({
      question: z.string().optional(),
      options: z.array(z.string()).optional(),
      multiSelect: z.boolean().optional(),
      questions: z.array(questionSchema(t)).optional(),
    }),
  );
}

type Asked = z.infer<ReturnType<typeof questionSchema>>;

/** Options of the same name could not be told apart; a question without words is none. */
function toQuestion({ question, header, options, multiSelect }: Asked): Question[] {
  const labelled = (options ?? [])
    .map(({ label, description }) => ({ label: label.trim(), description: description?.trim() ?? "" }))
    .filter(({ label }) => label !== "");
  const choices = [...new Map(labelled.map((option) => [option.label, option])).values()];
  const text = (question?.trim() ?? "") || (header?.trim() ?? "");
  if (text === "") return [];
  return [
    {
      question: text,
      ...(header === undefined || header.trim() === "" || header.trim() === text
        ? {}
        : { header: header.trim() }),
      ...(choices.length === 0
        ? {}
        : {
            options: choices.map(({ label, description }) => ({
              label,
              ...(description === "" ? {} : { description }),
            })),
          }),
      ...(multiSelect && choices.length > 1 ? { multiSelect } : {}),
    },
  ];
}

/** Throws `ToolFailure` where there is nothing to ask, or too much of it. */
export function readQuestions(input: z.infer<ReturnType<typeof questionsSchema>>, t: Translate): Question[] {
  const questions = (input.questions ?? []).flatMap(toQuestion);
  if (questions.length === 0) throw new ToolFailure(t("interact.ask.none"));
  if (questions.length > mostQuestions)
    throw new ToolFailure(t("interact.ask.tooMany", { most: mostQuestions, count: questions.length }));
  const count = Math.max(...questions.map(({ options }) => options?.length ?? 0));
  if (count > mostOptions)
    throw new ToolFailure(t("interact.ask.tooManyOptions", { most: mostOptions, count }));
  if (JSON.stringify(questions).length > mostChars)
    throw new ToolFailure(t("interact.ask.tooLong", { most: mostChars }));
  return questions;
}
