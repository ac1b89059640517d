import type { ModelMessage } from "../model/model.ts";
import { cutText, textOf, type Translate } from "../protocol/index.ts";
import type { ContextUnit } from "./context.ts";
import type { TokenMeter } from "./measure-text.ts";

/** How many characters of each kind of part are told, from the fullest telling to the shortest. */
const tellings = [
  { user: 8_000, assistant: 4_000, call: 1_000, result: 2_000 },
  { user: 4_000, assistant: 1_500, call: 400, result: 600 },
  { user: 1_500, assistant: 500, call: 200, result: 150 },
] as const;
type Telling = (typeof tellings)[number];

function shorten(text: string, chars: number, t: Translate): string {
  if (text.length <= chars) return text;
  const head = cutText(text, chars);
  return `${head} ${t("context.cut", { count: text.length - head.length })}`;
}

function tellContent(message: ModelMessage, t: Translate): string {
  const images = message.content.filter((part) => part.type === "image");
  return [textOf(message.content), ...images.map(() => t("context.roles.image"))].join("\n").trim();
}

function tellMessage(message: ModelMessage, telling: Telling, t: Translate): string[] {
  if (message.role === "user")
    return [`${t("context.roles.user")} ${shorten(tellContent(message, t), telling.user, t)}`];
  if (message.role === "tool") {
    const { name, isError } = message;
    const who = t(isError ? "context.roles.failed" : "context.roles.result", { name });
    return [`${who} ${shorten(tellContent(message, t), telling.result, t)}`];
  }
  const said = textOf(message.content).trim();
  const calls = message.content.flatMap((part) =>
    part.type === "call"
      ? [
          `${t("context.roles.call", { name: part.name })} ${shorten(JSON.stringify(part.input), telling.call, t)}`,
        ]
      : [],
  );
  const text = said === "" ? [] : [`${t("context.roles.assistant")} ${shorten(said, telling.assistant, t)}`];
  return [...text, ...calls];
}

/** Leaves out lines after the first quarter until the rest fits: how it began and how it stands matter most. */
function leaveOut(lines: readonly string[], chars: number, t: Translate): string {
  const total = lines.reduce((sum, line) => sum + line.length + 2, 0);
  const head: string[] = [];
  let used = 0;
  for (const line of lines) {
    if (used + line.length > chars / 4) break;
    head.push(line);
    used += line.length + 2;
  }
  let from = head.length;
  let left = total - used;
  while (from < lines.length && used + left > chars) left -= (lines[from++]?.length ?? 0) + 2;
  const mark = t("prompt.omitted", { count: from - head.length });
  return [...head, mark, ...lines.slice(from)].join("\n\n");
}

/** A conversation as text for somebody who is to retell it, in at most so many tokens. */
export async function tellUnits(
  units: readonly ContextUnit[],
  tokens: number,
  meter: TokenMeter,
  t: Translate,
): Promise<string> {
  let text = "";
  let lines: string[] = [];
  for (const telling of tellings) {
    lines = units.flatMap((unit) => unit.messages.flatMap((message) => tellMessage(message, telling, t)));
    text = lines.join("\n\n");
    if (text.length <= tokens || (await meter.text(text)) <= tokens) return text;
  }
  const count = await meter.text(text);
  return leaveOut(lines, Math.floor((text.length * tokens) / count), t);
}
