import type { SkillApproval } from "@skillmint/core";
import type { CliContext } from "../cli-context.ts";
import { indent } from "../render/indent.ts";
import { confirm } from "./confirm.ts";
import { openPlace, plain } from "./skills-place.ts";

export interface ApproveFlags {
  yes?: boolean;
  forget?: boolean;
}

function wordApproval({ t }: CliContext, { name, folder, rules, approved, change }: SkillApproval): string {
  const lines = [t(approved ? "cliSkills.alreadyApproved" : "cliSkills.approveTitle", { name: plain(name) })];
  for (const rule of rules) lines.push(`  ${plain(rule)}`);
  if (change !== undefined) lines.push(t("cliSkills.approveChange"), indent(change));
  if (!approved) lines.push(t("cliSkills.approveFolder", { folder: plain(folder) }));
  return lines.join("\n");
}

/** `skillmint skills approve <skill> [--yes]`, `--forget` */
export async function approveSkill(context: CliContext, skill: string, flags: ApproveFlags): Promise<number> {
  const { t } = context;
  const { skills, place } = await openPlace(context);
  const { id, name } = (await skills.find(place, skill)).skill;
  if (flags.forget) {
    const forgotten = await skills.forget(place, id);
    if (context.json) context.printJson({ id, forgotten });
    else
      context.print(
        t(forgotten ? "cliSkills.forgotten" : "cliSkills.nothingForgotten", { name: plain(name) }),
      );
    return 0;
  }
  const shown = await skills.approval(place, id);
  const isOpen = shown.rules.length > 0 && !shown.approved;
  if (!context.json)
    context.print(
      shown.rules.length === 0
        ? t("cliSkills.nothingToApprove", { name: plain(name) })
        : wordApproval(context, shown),
    );
  if (isOpen && shown.trusted && !flags.yes && !(await confirm(context, t("cliSkills.confirmApprove")))) {
    context.print(t("cliSkills.kept"));
    return 1;
  }
  const now = isOpen ? await skills.approve(place, id, shown) : shown;
  if (context.json) context.printJson({ ...shown, approved: now.approved });
  else if (isOpen) context.print(t("cliSkills.approvedNow"));
  return 0;
}
