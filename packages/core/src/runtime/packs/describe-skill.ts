import { createCollector } from "../../skill/requirements/requirement.ts";
import { findDeclared } from "../../skill/requirements/declared.ts";
import type { SkillFields } from "../../skill/skill.ts";
import type { PackAbout } from "../../pack/manifest.ts";

/** A skill that says nothing of its version has this one. */
const firstVersion = "0.1.0";
const maxLine = 200;

/** What a manifest says of a skill, taken from its frontmatter. Whether it may be said is for the format to judge. */
export function describeSkill(fields: SkillFields, name: string): PackAbout {
  const { description = "", license, model, version = firstVersion } = fields;
  const { id, author } = fields.metadata ?? {};
  const requirements = collectDeclared(fields);
  return {
    id: typeof id === "string" ? id : name,
    name,
    description,
    version: version.trim(),
    ...takeLine("author", author),
    ...takeLine("license", license),
    ...(model === "inherit" ? {} : takeLine("recommendedModel", model)),
    ...(requirements.length === 0 ? {} : { requirements }),
  };
}

/** A text on one line of bounded length; nothing where there is none. */
function takeLine<K extends string>(key: K, value: unknown): { [key in K]?: string } {
  const line =
    typeof value === "string" ? value.replaceAll(/\s+/g, " ").trim().slice(0, maxLine).toWellFormed() : "";
  return line === "" ? {} : ({ [key]: line } as { [key in K]?: string });
}

/** Only what the skill itself says: what was read out of its text could give away what is sealed. */
function collectDeclared(fields: SkillFields): NonNullable<PackAbout["requirements"]> {
  const collector = createCollector();
  findDeclared(fields, collector.add);
  return collector
    .list()
    .slice(0, 300)
    .map(({ kind, name }) => ({ kind, name }));
}
