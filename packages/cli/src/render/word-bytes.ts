const units = ["B", "KB", "MB", "GB"];

/** A size as people read it: `812 B`, `3.4 KB`, `12 MB`. */
export function wordBytes(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= 1024 && unit < units.length - 1) [value, unit] = [value / 1024, unit + 1];
  return `${unit === 0 || value >= 10 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}
