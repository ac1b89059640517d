import { platform } from "node:os";
import { toPromptLine } from "../skill/render/safe-text.ts";
import { unspill, type ActiveSkill, type SessionView, type Translate } from "../protocol/index.ts";

type GetText = (blob: string) => Promise<string>;

/** What the prompt tells of the agent itself. */
export interface About {
  tools: readonly string[];
  model: string;
  iterations?: number;
  /** Instead of our own words, where no skill is the agent. */
  prompt?: string;
}

/** The date the session knows: that of its beginning. */
export function dateOf(view: SessionView): string {
  return new Date(view.createdAt).toISOString().slice(0, 10);
}

/** The list of skills, where no tool carries it. */
async function listing(view: SessionView, getText: GetText): Promise<string[]> {
  const list = view.listing;
  if (!list || list.form === "tool" || list.text === "") return [];
  return [await unspill(list.text, list.blobs, "text", getText)];
}

/** What files told the session when it began: the last words, so that what is remembered stands at the end. */
async function instructions(view: SessionView, getText: GetText): Promise<string[]> {
  const read = view.instructions;
  if (!read || read.text === "") return [];
  return [await unspill(read.text, read.blobs, "text", getText)];
}

/** A skill as the agent: its text, and behind it where and with what it works. */
async function skillPrompt(
  view: SessionView,
  skill: ActiveSkill,
  { tools, model, iterations }: About,
  t: Translate,
  getText: GetText,
): Promise<string> {
  const body = await unspill(skill.text, skill.blobs, "text", getText);
  const lines = [
    t("skillPrompt.environment"),
    `- ${t("skillPrompt.folder", { value: view.folder })}`,
    `- ${t("skillPrompt.tools", { value: tools.join(", ") })}`,
    `- ${t("skillPrompt.model", { value: model })}`,
    ...(iterations === undefined ? [] : [`- ${t("skillPrompt.iterations", { value: iterations })}`]),
    ...(skill.folder === undefined ? [] : [`- ${t("skillPrompt.skillFolder", { value: skill.folder })}`]),
    ...(skill.files
      ? [`- ${t("skillPrompt.skillFiles", { value: toPromptLine(skill.files.join(", ")) })}`]
      : []),
  ];
  return `${body}\n\n---\n${lines.join("\n")}`;
}

/** The system prompt of an agent. Made of nothing that changes within a session, so that it stays cached. */
export async function buildSystemPrompt(
  view: SessionView,
  about: About,
  t: Translate,
  getText: GetText,
): Promise<string> {
  const rest = [...(await listing(view, getText)), ...(await instructions(view, getText))];
  const own = Object.values(view.skills).find((skill) => skill.own);
  if (own) return [await skillPrompt(view, own, about, t, getText), ...rest].join("\n\n");
  const date = dateOf(view);
  const environment = t("prompt.environment", { folder: view.folder, platform: platform(), date });
  const main = about.prompt ?? t(about.tools.length === 0 ? "prompt.chat" : "prompt.main");
  return [main, environment, ...rest].join("\n\n");
}
