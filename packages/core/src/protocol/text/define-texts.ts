import type { Language } from "../settings.ts";

/** Both languages of an area side by side; the compiler holds their keys together, a test their placeholders. */
export function defineTexts<const E extends Record<string, string>>(texts: {
  en: E;
  "zh-CN": { [K in keyof E]: string };
}): Record<Language, { [K in keyof E]: E[K] }> {
  return texts as Record<Language, { [K in keyof E]: E[K] }>;
}

/** The names between braces of a text: `{path}` → "path". */
export type ParamsOf<T extends string> = T extends `${string}{${infer P}}${infer Rest}`
  ? P | ParamsOf<Rest>
  : never;
