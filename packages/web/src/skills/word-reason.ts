import type { AreaWords } from "@skillmint/core/protocol";
import type { skillsTexts } from "./skills-texts.ts";

type Words = AreaWords<(typeof skillsTexts)["en"]>;

const reasons = [
  "shadowed",
  "disabled",
  "untrusted",
  "denied",
  "requirement",
  "no-description",
  "manual",
  "paths",
  "budget",
  "unreadable",
  "own",
] as const;
type Reason = (typeof reasons)[number];

export interface Standing {
  offered: boolean;
  reason?: string | undefined;
  detail?: string | undefined;
  /** The server's own words. */
  message?: string | undefined;
}

function known({ reason }: Standing): Reason | undefined {
  return reasons.find((candidate) => candidate === reason);
}

const actionable: ReadonlySet<string> = new Set([
  "untrusted",
  "requirement",
  "no-description",
  "unreadable",
  "denied",
]);

/** Whether something is wrong that a person could mend; the rest is as somebody wanted it. */
export function isActionable({ offered, reason }: Standing): boolean {
  return !offered && actionable.has(reason ?? "");
}

/** How a skill stands, in a word or two. */
export function wordStanding(standing: Standing, t: Words): string {
  if (standing.offered) return t("offered");
  const reason = known(standing);
  return reason === undefined ? t("badge.other") : t(`badge.${reason}`);
}

const withDetail = ["shadowed", "disabled", "denied", "requirement", "paths"] as const;

/** Why a skill is not offered, as a sentence; empty where it is. One that is not known here is in the server's words. */
export function wordReason(standing: Standing, t: Words): string {
  if (standing.offered) return "";
  const reason = known(standing);
  if (reason === undefined) return standing.message ?? standing.reason ?? "";
  const detailed = withDetail.find((candidate) => candidate === reason);
  if (detailed === undefined) return (t as (key: `reason.${Reason}`) => string)(`reason.${reason}`);
  const { detail } = standing;
  if (detail === undefined) return standing.message ?? t(`badge.${reason}`);
  return t(`reason.${detailed}`, { detail });
}
