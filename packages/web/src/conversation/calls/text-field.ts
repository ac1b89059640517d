/** A field of what a model wrote, where it is a text. */
export function textField(input: Readonly<Record<string, unknown>>, name: string): string {
  const value = input[name];
  return typeof value === "string" ? value : "";
}
