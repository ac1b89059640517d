import type { SessionRow } from "@skillmint/core/protocol/api";

export type Group = "today" | "yesterday" | "earlier";

const dayMs = 24 * 60 * 60 * 1_000;

/** By the day they were last worked on, as the person's calendar has it; newest first within each. */
export function groupSessions(sessions: readonly SessionRow[], now: number): [Group, SessionRow[]][] {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const groupOf = ({ updatedAt }: SessionRow): Group => {
    if (updatedAt >= midnight) return "today";
    return updatedAt >= midnight - dayMs ? "yesterday" : "earlier";
  };
  const groups = new Map<Group, SessionRow[]>();
  for (const session of sessions)
    groups.set(groupOf(session), [...(groups.get(groupOf(session)) ?? []), session]);
  return [...groups];
}
