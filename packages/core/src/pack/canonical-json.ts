/**
 * The one way in which a value of plain data is written: keys by their UTF-16 units, two blanks of indentation, a
 * line feed at the end. What is undefined is left out.
 */
export function canonicalJson(value: unknown): string {
  return `${write(value, "\n")}\n`;
}

function write(value: unknown, indent: string): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const [parts, open, close] = Array.isArray(value)
    ? [value.map((item) => write(item, inner)), "[", "]"]
    : [
        Object.entries(value)
          .filter(([, item]) => item !== undefined)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, item]) => `${JSON.stringify(key)}: ${write(item, inner)}`),
        "{",
        "}",
      ];
  return parts.length === 0 ? open + close : `${open}${inner}${parts.join(`,${inner}`)}${indent}${close}`;
}
