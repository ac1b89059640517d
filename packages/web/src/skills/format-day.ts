/** A day as the person's calendar has it; the year only where it is another one. */
export function formatDay(at: number, language: string, now = Date.now()): string {
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return new Intl.DateTimeFormat(language, {
    month: "short",
    day: "numeric",
    ...(isThisYear ? {} : { year: "numeric" }),
  }).format(at);
}
