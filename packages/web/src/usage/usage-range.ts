export const ranges = [7, 30, 90] as const;
export type Range = (typeof ranges)[number];

/** The first moment of the first of that many days; the last of them is today, as the person's calendar has it. */
export function startOfRange(days: Range, now: number): number {
  const first = new Date(now);
  first.setHours(0, 0, 0, 0);
  // By the calendar: a day on which clocks change has other hours.
  first.setDate(first.getDate() - (days - 1));
  return first.getTime();
}

function dayName(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** All days of the range as the server names them, also those on which nothing was used. */
export function daysOfRange(days: Range, now: number): string[] {
  const first = new Date(startOfRange(days, now));
  return Array.from({ length: days }, (_, index) => {
    const date = new Date(first);
    date.setDate(first.getDate() + index);
    return dayName(date);
  });
}

/** `2026-07-01` as people of this language write it; no year, since the range has none. */
export function formatDay(day: string, language: string): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const format = new Intl.DateTimeFormat(language, { month: "short", day: "numeric" });
  return format.format(new Date(year, month - 1, date));
}
