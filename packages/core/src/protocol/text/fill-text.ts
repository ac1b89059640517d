/** Puts values in for `{name}`; they are not read again. */
export function fillText(template: string, params: Readonly<Record<string, string | number>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}
