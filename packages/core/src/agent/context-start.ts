import type { ModelLimits } from "../model/model.ts";
import {
  cutText,
  textOf,
  unspill,
  type ActiveSkill,
  type ContextStart,
  type SessionView,
  type Translate,
} from "../protocol/index.ts";
import type { BlobReader, ContextUnit } from "./context.ts";
import type { TokenMeter } from "./measure-text.ts";

/** How much of the first prompt stays for good. */
const firstPromptChars = 4_000;
/** How much of its instructions a skill keeps, and all skills together; less where the model reads little. */
const skillTokens = 5_000;
const allSkillTokens = 25_000;
const skillShare = 0.15;
const maxTodos = 50;
const todoChars = 200;

function cut(text: string, chars: number, t: Translate): string {
  if (text.length <= chars) return text;
  const head = cutText(text, chars);
  return `${head}\n${t("context.cut", { count: text.length - head.length })}`;
}

function wordTodos(todos: ContextStart["todos"], t: Translate): string[] {
  if (todos.length === 0) return [];
  const marks = { pending: " ", in_progress: "~", completed: "x" };
  const lines = todos
    .slice(0, maxTodos)
    .map(({ status, id, subject }) => `- [${marks[status]}] ${id}: ${cutText(subject, todoChars)}`);
  return [t("context.todos", { list: lines.join("\n") })];
}

/** The newest skills first get their part of the room; of those that get none the names stay. */
async function wordSkills(
  skills: readonly ActiveSkill[],
  blobs: BlobReader,
  t: Translate,
  context: number,
  meter: TokenMeter,
): Promise<string[]> {
  const all = Math.min(allSkillTokens, Math.floor(context * skillShare));
  let left = all;
  const texts: string[] = [];
  const names: string[] = [];
  for (const skill of skills.toReversed()) {
    const { name } = skill;
    const text = await unspill(skill.text, skill.blobs, "text", blobs.getText);
    const tokens = await meter.text(text);
    const share = Math.min(skillTokens, left);
    if (share < Math.min(tokens, all / 10)) {
      names.push(name);
      continue;
    }
    const chars = tokens <= share ? text.length : Math.floor((text.length * share) / tokens);
    left -= Math.min(tokens, share);
    texts.unshift(t("context.skill", { name, text: cut(text, chars, t) }));
  }
  return names.length === 0 ? texts : [...texts, t("context.skillLeft", { names: names.join(", ") })];
}

/**
 * What stands before the kept entries of a compacted session: how it began, what came of it since, what is left to do
 * and the skills it follows. The same events make the same text, so it stays cached.
 */
export async function buildStart(
  view: SessionView,
  blobs: BlobReader,
  t: Translate,
  { context }: Pick<ModelLimits, "context">,
  meter: TokenMeter,
): Promise<ContextUnit[]> {
  const { start, contextFrom: seq } = view;
  if (!start) return [];
  const first = view.entries.find((entry) => entry.kind === "prompt" && entry.seq >= start.since);
  const texts: [ContextUnit["kind"], string][] = [];
  if (first?.kind === "prompt" && first.seq < seq) {
    const text = textOf(await unspill(first.content, first.blobs, "content", blobs.getText));
    texts.push(["prompt", t("context.firstPrompt", { text: cut(text, firstPromptChars, t) })]);
  }
  if (start.summary !== undefined) {
    const summary = await unspill(start.summary, start.blobs, "summary", blobs.getText);
    texts.push(["summary", t("prompt.summary", { summary })]);
  }
  if (start.omitted > 0) texts.push(["summary", t("prompt.omitted", { count: start.omitted })]);
  for (const text of wordTodos(start.todos, t)) texts.push(["summary", text]);
  for (const text of await wordSkills(start.skills, blobs, t, context, meter)) texts.push(["skill", text]);
  return texts.map(([kind, text]) => ({
    seq,
    kind,
    isStart: true,
    messages: [{ role: "user", content: [{ type: "text", text }] }],
  }));
}
