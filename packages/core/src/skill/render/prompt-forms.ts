import { cutText, type Translate } from "../../protocol/index.ts";
import { nameKey } from "../catalog/skill-names.ts";
import type { Skill } from "../skill.ts";
import { toPromptLine, toTaggedBody } from "./safe-text.ts";

/**
 * How skills are told to a model: `tool-description` (of the Skill tool), `tool` (a prompt beside that tool), `awareness` (it can run commands but has no Skill tool), `direct` (no tools: the instructions themselves).
 */
export type ListForm = "tool-description" | "tool" | "awareness" | "direct";

/** One skill as it is told. */
export interface ListedSkill {
  skill: Skill;
  /** Without it only the name is told. */
  description?: string;
  /** `awareness`: the names of its files. */
  files?: readonly string[];
  /** `direct`: its instructions. */
  body?: string;
}

const maxDescription = 1_536;
const maxInstructions = 1_000;
const maxFileNames = 20;

/** Description and `when_to_use` as one safe line of bounded length, with a label where that is no mere name. */
export function describeSkill(skill: Skill): string {
  const whole = [skill.description, skill.fields.whenToUse ?? ""]
    .map((text) => toPromptLine(cutText(text, maxDescription * 2)))
    .filter((text) => text !== "")
    .join(" ");
  const label = toPromptLine(cutText(skill.label, 128));
  const isOther = nameKey(label) !== nameKey(skill.name) && !skill.name.endsWith(`:${label}`);
  const text = isOther && whole !== "" ? `${label} - ${whole}` : whole;
  return text.length <= maxDescription ? text : `${cutText(text, maxDescription - 1)}…`;
}

function nameOf(skill: Skill): string {
  return toPromptLine(skill.name);
}

const ownHeading = /^(\s*)(?=#{1,6}\s*(?:skill\s*[:：]|available skills|技能|可用技能))/gimu;

/** The instructions of a list without tools: lines stay, what would be taken for our own headings is none. */
function instructionsOf(body: string): string {
  const cut = body.length > maxInstructions ? `${cutText(body, maxInstructions)}...` : body;
  return toTaggedBody(cut)
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
    .replaceAll(ownHeading, "$1\\");
}

function fileNames(files: readonly string[]): string {
  const names = files.slice(0, maxFileNames).map((name) => cutText(toPromptLine(name), 200));
  return names.join(", ") + (files.length > maxFileNames ? ", …" : "");
}

const writers: Readonly<Record<ListForm, (listed: ListedSkill, t: Translate) => string>> = {
  "tool-description": ({ skill, description }) =>
    description === undefined ? `- ${nameOf(skill)}` : `- ${nameOf(skill)}: ${description}`,
  tool: ({ skill, description }) =>
    description === undefined ? `- **${nameOf(skill)}**` : `- **${nameOf(skill)}**: ${description}`,
  awareness: ({ skill, description, files = [] }, t) =>
    [
      `- **${nameOf(skill)}** (${toPromptLine(skill.layer)})`,
      ...(description === undefined ? [] : [`  ${t("skillCatalog.list.description")}: ${description}`]),
      `  ${t("skillCatalog.list.path")}: ${toPromptLine(skill.folder)}/`,
      ...(files.length === 0 ? [] : [`  ${t("skillCatalog.list.files")}: ${fileNames(files)}`]),
    ].join("\n"),
  direct: ({ skill, description, body }, t) =>
    [
      `### ${t("skillCatalog.list.skill")}: ${nameOf(skill)}`,
      ...(description === undefined ? [] : [`**${t("skillCatalog.list.description")}:** ${description}`]),
      ...(body === undefined ? [] : ["", instructionsOf(body)]),
    ].join("\n"),
};

/** What stands before the skills. */
export function listHead(form: ListForm, t: Translate): string {
  const heading = `${t("skillCatalog.list.heading")}\n\n`;
  if (form === "tool-description") return `${t("skillCatalog.list.toolDescription")}\n`;
  if (form === "tool") return `${heading}${t("skillCatalog.list.tool")}\n\n`;
  return form === "awareness" ? `${heading}${t("skillCatalog.list.awareness")}\n\n` : heading;
}

/** What stands between two skills. */
export function listGap(form: ListForm): string {
  return form === "awareness" || form === "direct" ? "\n\n" : "\n";
}

export function writeSkill(form: ListForm, listed: ListedSkill, t: Translate): string {
  return writers[form](listed, t);
}

/** A whole list without regard to a budget; empty for no skills. */
export function writeSkills(form: ListForm, list: readonly ListedSkill[], t: Translate): string {
  if (list.length === 0) return "";
  return listHead(form, t) + list.map((listed) => writeSkill(form, listed, t)).join(listGap(form));
}
