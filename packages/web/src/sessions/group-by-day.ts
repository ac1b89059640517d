export type Group = "today" | "yesterday" | "earlier";

/** By the day of the person's calendar; in their order within each. */
export function groupByDay<T>(rows: readonly T[], timeOf: (row: T) => number, now: number): [Group, T[]][] {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const dayBefore = new Date(midnight - 1).setHours(0, 0, 0, 0);
  const groupOf = (time: number): Group => {
    if (time >= midnight) return "today";
    return time >= dayBefore ? "yesterday" : "earlier";
  };
  return [...Map.groupBy(rows, (row) => groupOf(timeOf(row)))];
}
