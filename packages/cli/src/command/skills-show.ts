import type { SkillApproval, SkillDetails } from "@skillmint/core";
import { explain, SkillmintError } from "@skillmint/core/protocol";
import type { CliContext } from "../cli-context.ts";
import { indent } from "../render/indent.ts";
import { oneLine, sanitize } from "../render/sanitize.ts";
import { wordLayer } from "./skills.ts";
import { openPlace, plain } from "./skills-place.ts";
import { wordDiagnostic } from "./word-diagnostic.ts";

/** Approvals of a folder that cannot be read as a whole are not known; the rest is still worth showing. */
type Grants = Pick<SkillApproval, "rules" | "approved" | "digest" | "change"> | { problem: string };

function wordValue(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value.join(", ");
  return JSON.stringify(value);
}

/** What has a line of its own in the output. */
const shownElsewhere = new Set(["name", "description", "allowedTools"]);

function factsOf(context: CliContext, skill: SkillDetails): [string, string][] {
  const { t } = context;
  const offered = skill.offered
    ? t("cliSkills.offered")
    : t("cliSkills.notOffered", { reason: skill.message ?? "" });
  const facts: [string, string][] = [
    [t("cliSkills.id"), skill.id],
    [t("cliSkills.description"), skill.description],
    [t("cliSkills.layer"), wordLayer(context, skill.layer)],
    [t("cliSkills.folder"), skill.folder],
    [t("cliSkills.state"), `${t(skill.enabled ? "cliSkills.on" : "cliSkills.off")}; ${offered}`],
  ];
  for (const [name, value] of Object.entries(skill.fields))
    if (!shownElsewhere.has(name)) facts.push([name, wordValue(value)]);
  const unknown = Object.entries(skill.extra).map(([name, value]) => `${name}: ${wordValue(value)}`);
  if (unknown.length > 0) facts.push([t("cliSkills.unknownKeys"), unknown.join("; ")]);
  return facts;
}

function wordGrants({ t }: CliContext, slug: string, grants: Grants): string[] {
  if ("problem" in grants) return [`${t("cliSkills.asksFor")}: ${plain(grants.problem)}`];
  if (grants.rules.length === 0) return [];
  const state = grants.approved
    ? t("cliSkills.approved")
    : t(grants.change === undefined ? "cliSkills.notApproved" : "cliSkills.changedSince", { name: slug });
  return [`${t("cliSkills.asksFor")} (${state}):`, ...grants.rules.map((rule) => `  ${plain(rule)}`)];
}

function print(context: CliContext, skill: SkillDetails, grants: Grants): void {
  const { t } = context;
  const title = skill.name === skill.slug ? skill.slug : `${skill.slug} · ${skill.name}`;
  const lines = [plain(title)];
  for (const [name, value] of factsOf(context, skill))
    if (value !== "") lines.push(`  ${oneLine(name, 80)}: ${plain(value)}`);
  lines.push(...wordGrants(context, skill.slug, grants));
  if (skill.requirements.length > 0) lines.push(`${t("cliSkills.needs")}:`);
  for (const need of skill.requirements) lines.push(`  ${wordNeed(need)}`);
  if (skill.files.length > 0) lines.push(`${t("cliSkills.files")}:`);
  for (const file of skill.files) lines.push(`  ${plain(file.path)} (${file.bytes})`);
  if (skill.moreFiles > 0) lines.push(`  ${t("cliSkills.moreFiles", { count: skill.moreFiles })}`);
  if (skill.instructions !== "") lines.push(`${t("cliSkills.instructions")}:`, indent(skill.instructions));
  context.print(lines.join("\n"));
  for (const diagnostic of skill.diagnostics) context.stderr.write(`${wordDiagnostic(diagnostic)}\n`);
}

/** `✓ binary git`, `✗ env X_TOKEN: what to do`. */
export function wordNeed({ kind, name, found, hint }: SkillDetails["requirements"][number]): string {
  const what = `${found ? "✓" : "✗"} ${kind} ${plain(name)}`;
  return hint === undefined ? what : `${what}: ${plain(hint)}`;
}

/** `skillmint skills show <skill> [--file PATH]` */
export async function showSkill(
  context: CliContext,
  name: string,
  flags: { file?: string },
): Promise<number> {
  const { skills, place } = await openPlace(context);
  if (flags.file !== undefined) {
    const text = await skills.readFile(place, name, flags.file);
    if (context.json) context.printJson({ path: flags.file, text });
    // A script gets the file as it is, a terminal nothing that acts on it.
    else context.stdout.write(context.stdout.isTTY === true ? sanitize(text) : text);
    return 0;
  }
  const skill = await skills.show(place, name);
  const grants = await skills.approval(place, skill.id).then(
    ({ rules, approved, digest, change }): Grants => ({
      rules,
      approved,
      digest,
      ...(change === undefined ? {} : { change }),
    }),
    (error: unknown): Grants => {
      if (!SkillmintError.is(error) || error.code !== "skill-refused") throw error;
      return { problem: explain(error, context.language) };
    },
  );
  if (context.json) context.printJson({ ...skill, grants });
  else print(context, skill, grants);
  return 0;
}
