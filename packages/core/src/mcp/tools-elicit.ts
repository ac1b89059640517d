import type { Question } from "../protocol/index.ts";
import type { ToolContext } from "../tool/define-tool.ts";
import type { McpText } from "./config-text.ts";
import type { ElicitAnswer, ElicitRequest, McpCallOptions } from "./connection.ts";
import { fieldsOf, type Field } from "./tools-elicit-field.ts";

export interface ElicitOptions {
  text: McpText;
  server: string;
  context: ToolContext;
  timeoutMs: number;
}

/** What is asked together, how often one call may ask, and how often one question is asked again. */
const together = 4;
const mostRequests = 10;
const mostTries = 3;
const longestMessage = 4_000;

/** What a person may say to any of the questions instead of an answer. */
const refusals = new Set(["decline", "拒绝"]);

function isRefusal(answer: readonly string[] | undefined): boolean {
  return answer?.length === 1 && refusals.has((answer[0] ?? "").trim().toLowerCase());
}

function isPage(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

/**
 * How a server asks a person something: its questions become questions of the call. Where nobody is ever asked they
 * are declined, where nobody answers in time they are cancelled, and a server that goes on asking is not heard.
 */
export function createElicit(options: ElicitOptions): NonNullable<McpCallOptions["elicit"]> {
  const { text, server, context, timeoutMs } = options;
  let count = 0;
  const mayAsk = (): boolean =>
    context.ask !== undefined &&
    context.judge?.({ tool: "McpElicitation", effect: "network", resources: [], subject: server }) !== "deny";
  const ask = async (questions: readonly Question[], signal: AbortSignal) =>
    context.ask?.(questions, { signal, timeoutMs });

  /** One to four fields: their values, or how it ended. */
  async function askFields(fields: readonly Field[], message: string, signal: AbortSignal) {
    let open = fields;
    const values: Record<string, unknown> = {};
    let detail = message;
    for (let tries = 0; tries < mostTries && open.length > 0; tries += 1) {
      const questions = open.map(({ question }, index) => (index === 0 ? { ...question, detail } : question));
      const answers = await ask(questions, signal);
      if (!answers) return "cancel" as const;
      if (answers.some(isRefusal)) return "decline" as const;
      const problems: string[] = [];
      const wrong = open.filter((field, index) => {
        const read = field.read(answers[index] ?? []);
        if ("problem" in read) {
          problems.push(`${field.name}: ${read.problem}`);
          return true;
        }
        if (read.value !== undefined) values[field.name] = read.value;
        return false;
      });
      open = wrong;
      detail = problems.join("\n");
    }
    return open.length > 0 ? ("cancel" as const) : values;
  }

  async function askForm(
    fields: readonly Field[],
    message: string,
    signal: AbortSignal,
  ): Promise<ElicitAnswer> {
    const content: Record<string, unknown> = {};
    for (let at = 0; at < fields.length; at += together) {
      const values = await askFields(fields.slice(at, at + together), message, signal);
      if (typeof values === "string") return { action: values };
      Object.assign(content, values);
    }
    return { action: "accept", content };
  }

  async function askChoice(detail: string, yes: string, signal: AbortSignal): Promise<ElicitAnswer> {
    const question = text("mcp.elicit.confirm", { server });
    const choices = [{ label: yes }, { label: text("mcp.elicit.decline") }];
    const answers = await ask([{ question, detail, options: choices }], signal);
    if (!answers) return { action: "cancel" };
    return answers[0]?.[0] === yes ? { action: "accept", content: {} } : { action: "decline" };
  }

  return async ({ message, schema, url }: ElicitRequest, signal) => {
    count += 1;
    if (count > mostRequests) return { action: "cancel" };
    if (!mayAsk()) return { action: "decline" };
    const words = message.slice(0, longestMessage);
    if (url !== undefined) {
      if (!isPage(url)) return { action: "decline" };
      const detail = text("mcp.elicit.page", { server, message: words, url: new URL(url).href });
      return askChoice(detail, text("mcp.elicit.done"), signal);
    }
    const fields = fieldsOf(schema ?? {}, text);
    const detail = text("mcp.elicit.form", { server, message: words });
    if (fields.length === 0) return askChoice(detail, text("mcp.elicit.yes"), signal);
    return askForm(fields, `${detail}\n${text("mcp.elicit.howToDecline")}`, signal);
  };
}
