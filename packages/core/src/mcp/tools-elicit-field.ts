import type { Question } from "../protocol/index.ts";
import { isRecord } from "./config-definition.ts";
import type { McpText } from "./config-text.ts";

type Schema = Record<string, unknown>;

/** One thing that a server wants to know, and how an answer becomes a value. */
export interface Field {
  name: string;
  question: Question;
  /** The value, `undefined` where it is left out, or what is wrong with the answer. */
  read(answer: readonly string[]): { value: unknown } | { problem: string };
}

interface Choice {
  value: unknown;
  label: string;
}

function toText(value: unknown): string {
  return typeof value === "string"
    ? value
    : typeof value === "number" || typeof value === "boolean"
      ? String(value)
      : "";
}

/** Both ways that schemas name their choices by: `enum` with `enumNames`, and `oneOf` or `anyOf` of constants. */
function choicesOf(schema: Schema): Choice[] {
  const { enum: values, enumNames, oneOf, anyOf } = schema;
  if (Array.isArray(values)) {
    const names = Array.isArray(enumNames) ? enumNames : [];
    return values.map((value, index) => ({ value, label: toText(names[index]) || toText(value) }));
  }
  const titled = Array.isArray(oneOf) ? oneOf : Array.isArray(anyOf) ? anyOf : [];
  return titled.flatMap((item: unknown) =>
    isRecord(item) && "const" in item
      ? [{ value: item["const"], label: toText(item["title"]) || toText(item["const"]) }]
      : [],
  );
}

const leaveOut = "-";

function readNumber(schema: Schema, answer: string, text: McpText) {
  const number = Number(answer.trim());
  const isInteger = schema["type"] === "integer";
  if (answer.trim() === "" || !Number.isFinite(number) || (isInteger && !Number.isInteger(number)))
    return { problem: text(isInteger ? "mcp.elicit.integer" : "mcp.elicit.number", { answer }) };
  const { minimum, maximum } = schema;
  if (typeof minimum === "number" && number < minimum)
    return { problem: text("mcp.elicit.least", { least: minimum }) };
  if (typeof maximum === "number" && number > maximum)
    return { problem: text("mcp.elicit.most", { most: maximum }) };
  return { value: number };
}

const formats: Readonly<Record<string, (answer: string) => boolean>> = {
  email: (answer) => /^[^\s@]+@[^\s@]+$/.test(answer),
  uri: (answer) => URL.canParse(answer),
  date: (answer) => /^\d{4}-\d\d-\d\d$/.test(answer) && !Number.isNaN(Date.parse(answer)),
  "date-time": (answer) => /^\d{4}-\d\d-\d\dT/.test(answer) && !Number.isNaN(Date.parse(answer)),
};

function readText(schema: Schema, answer: string, text: McpText) {
  const { minLength, maxLength, format } = schema;
  if (typeof minLength === "number" && answer.length < minLength)
    return { problem: text("mcp.elicit.short", { least: minLength }) };
  if (typeof maxLength === "number" && answer.length > maxLength)
    return { problem: text("mcp.elicit.long", { most: maxLength }) };
  const fits = typeof format === "string" && Object.hasOwn(formats, format) ? formats[format] : undefined;
  if (fits && !fits(answer)) return { problem: text("mcp.elicit.format", { format: String(format) }) };
  return { value: answer };
}

/** What of several choices an answer names; a text of one's own is none of them. */
function readChoices(choices: readonly Choice[], answer: readonly string[]): unknown[] | undefined {
  const found = answer.map((label) => choices.find((choice) => choice.label === label));
  return found.every((choice) => choice !== undefined) ? found.map(({ value }) => value) : undefined;
}

function toField(name: string, schema: Schema, isRequired: boolean, text: McpText): Field {
  const { type, items, default: standard } = schema;
  const several = type === "array" && isRecord(items) ? choicesOf(items) : [];
  const choices =
    type === "boolean"
      ? [
          { value: true, label: text("mcp.elicit.yes") },
          { value: false, label: text("mcp.elicit.no") },
        ]
      : several.length > 0
        ? several
        : choicesOf(schema);
  const label = toText(schema["title"]) || name;
  const about = toText(schema["description"]);
  const hints = [
    ...(isRequired ? [] : [text("mcp.elicit.optional", { mark: leaveOut })]),
    ...(toText(standard) === "" ? [] : [text("mcp.elicit.default", { value: toText(standard) })]),
  ];
  const said = about === "" || about === label ? label : `${label}: ${about}`;
  const question: Question = {
    question: [said, ...hints].join(" ").slice(0, 2_000),
    ...(choices.length > 0 ? { options: choices.map((choice) => ({ label: choice.label })) } : {}),
    ...(several.length > 0 ? { multiSelect: true } : {}),
  };
  return {
    name,
    question,
    read(answer) {
      const [first = ""] = answer;
      if (first.trim() === leaveOut && !isRequired) return { value: undefined };
      if (choices.length > 0) {
        const values = readChoices(choices, answer);
        if (!values) return { problem: text("mcp.elicit.choice", { answer: answer.join(", ") }) };
        const { minItems: least = 0, maxItems: most = choices.length } = schema;
        if (several.length > 0 && (values.length < Number(least) || values.length > Number(most)))
          return { problem: text("mcp.elicit.count", { least: Number(least), most: Number(most) }) };
        return { value: several.length > 0 ? values : values[0] };
      }
      return type === "number" || type === "integer"
        ? readNumber(schema, first, text)
        : readText(schema, first, text);
    },
  };
}

/** The fields of a flat schema, in its order. */
export function fieldsOf(schema: Schema, text: McpText): Field[] {
  const { properties, required } = schema;
  if (!isRecord(properties)) return [];
  const needed = new Set(Array.isArray(required) ? required : []);
  return Object.entries(properties)
    .slice(0, 40)
    .map(([name, field]) => toField(name, isRecord(field) ? field : {}, needed.has(name), text));
}
