import type { WhySkill } from "@skillmint/core";
import type { CliContext } from "../cli-context.ts";
import { oneLine } from "../render/sanitize.ts";
import { openPlace, plain } from "./skills-place.ts";

const maxShown = 50;

function toRow({ t }: CliContext, { rank, score, offered, id, message }: WhySkill): string {
  const mark = offered ? "✓" : "-";
  const reason = message === undefined ? t("cliSkills.offered") : plain(message);
  return `${mark} ${String(rank).padStart(5)}  ${score.toFixed(2).padStart(8)}  ${oneLine(id, 80).padEnd(30)}  ${reason}`;
}

/** `skillmint skills why "<prompt>"` */
export async function whySkills(context: CliContext, words: readonly string[]): Promise<number> {
  const { t } = context;
  const { skills, place } = await openPlace(context);
  const why = await skills.why(place, words.join(" "));
  if (context.json) {
    context.printJson(why);
    return 0;
  }
  if (why.skills.length === 0) {
    context.print(t("cliSkills.empty"));
    return 0;
  }
  const head = `  ${t("cliSkills.whyHead").padStart(5)}  ${t("cliSkills.whyScore").padStart(8)}  ${t("cliSkills.whySkill")}`;
  const lines = [head, ...why.skills.slice(0, maxShown).map((skill) => toRow(context, skill))];
  const more = why.skills.length - maxShown;
  if (more > 0) lines.push(t("cliSkills.whyMore", { count: more }));
  const { used, budget, contextTokens, model = t("cliSkills.unknownModel") } = why;
  lines.push("", t("cliSkills.whyTitle", { used, budget, model: plain(model), context: contextTokens }));
  context.print(lines.join("\n"));
  return 0;
}
