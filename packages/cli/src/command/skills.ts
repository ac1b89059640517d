import { layerOrder, type SkillSummary } from "@skillmint/core";
import type { Diagnostic } from "@skillmint/core/protocol";
import type { CliContext } from "../cli-context.ts";
import { oneLine } from "../render/sanitize.ts";
import { openPlace, plain } from "./skills-place.ts";
import { wordDiagnostic } from "./word-diagnostic.ts";

const maxDiagnostics = 20;

export function wordLayer({ t }: CliContext, layer: string): string {
  const known = layerOrder.find((name) => name === layer);
  return known === undefined ? plain(layer) : t(`cliSkills.layer.${known}`);
}

function wordSkill({ t }: CliContext, skill: SkillSummary): string {
  const name = skill.plugin === undefined ? skill.slug : `${skill.plugin}:${skill.slug}`;
  const why =
    skill.message === undefined ? "" : `\n    ${t("cliSkills.notOffered", { reason: plain(skill.message) })}`;
  return (
    `  ${skill.offered ? " " : "-"} ${oneLine(name, 80).padEnd(24)} ${oneLine(skill.description, 100)}`.trimEnd() +
    why
  );
}

/** The gravest first, and no more than anybody reads. */
function complain(context: CliContext, diagnostics: readonly Diagnostic[]): void {
  const grave = diagnostics.filter(({ severity }) => severity !== "info");
  const shown = [...grave].sort((a, b) => Number(b.severity === "error") - Number(a.severity === "error"));
  for (const diagnostic of shown.slice(0, maxDiagnostics))
    context.stderr.write(`${wordDiagnostic(diagnostic)}\n`);
  if (shown.length > maxDiagnostics)
    context.stderr.write(`${context.t("cliSkills.problems", { count: shown.length })}\n`);
}

/** `skillmint skills list` */
export async function listSkills(context: CliContext): Promise<number> {
  const { skills, place } = await openPlace(context);
  const found = await skills.list(place);
  if (context.json) {
    context.printJson({ skills: found.skills, diagnostics: found.diagnostics });
    return 0;
  }
  const layers = Map.groupBy(found.skills, ({ layer }) => layer);
  const lines: string[] = [];
  for (const [layer, group] of layers) {
    lines.push(`${wordLayer(context, layer)} (${group.length})`);
    for (const skill of group) lines.push(wordSkill(context, skill));
  }
  const offered = found.skills.filter((skill) => skill.offered).length;
  if (found.skills.length === 0) lines.push(context.t("cliSkills.empty"));
  else lines.push("", context.t("cliSkills.count", { skills: found.skills.length, offered }));
  context.print(lines.join("\n"));
  if (!context.quiet) {
    complain(context, found.diagnostics);
    await (await import("./skills-drafts.ts")).tellDrafts(context);
  }
  return 0;
}

/** `skillmint skills search <words>` */
export async function searchSkills(context: CliContext, words: readonly string[]): Promise<number> {
  const { skills, place } = await openPlace(context);
  const query = words.join(" ");
  const found = await skills.search(place, query);
  if (context.json) context.printJson({ query, skills: found });
  else if (found.length === 0) context.print(context.t("cliSkills.noneFound", { query: plain(query) }));
  else for (const skill of found) context.print(wordSkill(context, skill));
  return 0;
}
