import type { SkillReport } from "@skillmint/core";
import type { CliContext } from "../cli-context.ts";
import { usage } from "./run-flags.ts";
import { openPlace, plain } from "./skills-place.ts";
import { wordNeed } from "./skills-show.ts";

const profiles = ["portable", "claude"] as const;

function wordReport(context: CliContext, report: SkillReport): string {
  const { t } = context;
  const state = t(report.valid ? "cliSkills.checkOk" : "cliSkills.checkBad");
  const lines = [`${report.valid ? "✓" : "✗"} ${plain(report.path)}: ${state}`];
  const tell = (kind: "error" | "warning", findings: SkillReport["errors"]): void => {
    for (const { code, message, line } of findings) {
      const where = line === undefined ? "" : `${t("cliSkills.line", { line })}: `;
      lines.push(`  ${t(`cliSkills.${kind}`)} ${code}: ${where}${plain(message)}`);
    }
  };
  tell("error", report.errors);
  tell("warning", report.warnings);
  lines.push(
    report.offered
      ? `  ${t("cliSkills.checkOffered")}`
      : `  ${t("cliSkills.checkNotOffered", { reason: plain(report.message ?? "") })}`,
  );
  for (const need of report.requirements) lines.push(`  ${wordNeed(need)}`);
  return lines.join("\n");
}

/** `skillmint skills check <skill or path>…`; exit code 1 where one has errors. */
export async function checkSkills(
  context: CliContext,
  texts: readonly string[],
  flags: { profile?: string },
): Promise<number> {
  const { profile: value = "portable" } = flags;
  const profile = profiles.find((known) => known === value);
  if (!profile)
    throw usage(context.t("cliSkills.badProfile", { choices: profiles.join(", "), value: plain(value) }));
  const { skills, place } = await openPlace(context);
  const reports = await skills.check(place, texts, { profile });
  if (context.json) context.printJson(reports);
  else context.print(reports.map((report) => wordReport(context, report)).join("\n"));
  return reports.every(({ valid }) => valid) ? 0 : 1;
}
