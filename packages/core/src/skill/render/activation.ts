import { cutText, type Translate } from "../../protocol/index.ts";
import type { Skill } from "../skill.ts";
import { toTaggedBody, toTagText } from "./safe-text.ts";

export interface Activation {
  skill: Skill;
  /** The instructions, filled in. */
  body: string;
  /** Its files without SKILL.md, relative to its folder. */
  files: readonly string[];
  /** How many more files there are. */
  more: number;
  /** Something to be told with it, such as what could not be found. */
  note?: string;
  t: Translate;
}

const maxFiles = 50;
const maxFileName = 300;
const maxUnknown = 200;

function originOf(skill: Skill, t: Translate): string | undefined {
  if (skill.layer === "project") return t("skillCatalog.projectOrigin");
  return skill.layer === "mcp"
    ? t("skillCatalog.mcpOrigin", { server: toTagText(skill.plugin ?? skill.root) })
    : undefined;
}

/**
 * What a model reads when a skill is activated: title, instructions, folder, files. All of the skill's own text
 * stands between tags that it can neither close nor fake. The same input gives the same bytes.
 */
export function renderActivation(activation: Activation): string {
  const { skill, body, note, t } = activation;
  const files = activation.files.slice(0, maxFiles);
  const more = activation.more + activation.files.length - files.length;
  const attributes = { name: skill.name, id: skill.id, layer: skill.layer };
  const opening = Object.entries(attributes).map(([key, value]) => ` ${key}="${toTagText(value)}"`);
  const resources = [
    "<skill_resources>",
    ...files.map((file) => `- ${toTagText(cutText(file, maxFileName))}`),
    ...(more > 0 ? [t("skillCatalog.moreFiles", { count: more })] : []),
    "</skill_resources>",
  ];
  const origin = originOf(skill, t);
  return [
    t("skillTool.loaded", { name: toTagText(skill.name) }),
    ...(note === undefined ? [] : [toTagText(note)]),
    "",
    `<skill_content${opening.join("")}>`,
    toTaggedBody(body),
    "</skill_content>",
    "",
    ...(origin === undefined ? [] : [origin]),
    t("skillCatalog.folder", { folder: toTagText(skill.folder) }),
    ...(files.length + more > 0 ? resources : []),
  ].join("\n");
}

/** What a model or a person reads when nothing is called so. */
export function renderUnknown(id: string, nearest: readonly string[], t: Translate): string {
  return t("skillCatalog.notFound", {
    id: toTagText(cutText(id, maxUnknown)),
    nearest: nearest.map((name) => toTagText(name)).join(", "),
  });
}
