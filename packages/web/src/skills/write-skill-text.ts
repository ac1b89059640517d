/** What a person fills in for a new skill. */
export interface NewSkill {
  name: string;
  description: string;
  /** As written; nothing: no such key. */
  tools: string;
  body: string;
  where: "user" | "project";
}

export const emptySkill: NewSkill = { name: "", description: "", tools: "", body: "", where: "user" };

/** The SKILL.md that it would be, to be checked before it is written. Quoted as JSON is, which YAML reads the same. */
export function writeSkillText({ name, description, tools, body }: NewSkill): string {
  const head = [
    `name: ${JSON.stringify(name)}`,
    ...(description.trim() === "" ? [] : [`description: ${JSON.stringify(description.trim())}`]),
    ...(tools.trim() === "" ? [] : [`allowed-tools: ${JSON.stringify(tools.trim())}`]),
  ];
  return `---\n${head.join("\n")}\n---\n\n${body}\n`;
}

/** The instructions of a SKILL.md, for the eye: what stands behind the frontmatter, all of it where there is none. */
export function bodyOf(text: string): string {
  return text.replace(/^\uFEFF?---[^\S\n]*\r?\n[^]*?\n---[^\S\n]*(?:\r?\n|$)/, "");
}

const slug = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** The nearest name that a folder can have; undefined where it is one already, or nothing is left of it. */
export function suggestName(name: string): string | undefined {
  if (name === "" || (slug.test(name) && name.length <= 64)) return undefined;
  const near = name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 64)
    .replaceAll(/^-+|-+$/g, "");
  return near === "" ? undefined : near;
}

/** `review-code` → `Review code`. */
export function titleOf(name: string): string {
  const words = name.replaceAll("-", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
