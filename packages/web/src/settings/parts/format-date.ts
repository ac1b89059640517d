/** A day as people write it; the text itself where it is no date. */
export function formatDate(date: string | number, language: string): string {
  const time = new Date(date);
  if (Number.isNaN(time.getTime())) return String(date);
  return new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(time);
}
