import type { Language } from "../settings.ts";
import type { ParamsOf } from "./define-texts.ts";
import { fillText } from "./fill-text.ts";

type AreaArgs<T extends string> = [ParamsOf<T>] extends [never]
  ? []
  : [params: Record<ParamsOf<T>, string | number>];

/** Words a text of one area: `words("mcp.unknownServer", { name })`. */
export type AreaWords<E extends Record<string, string>> = <K extends keyof E & string>(
  key: K,
  ...args: AreaArgs<E[K]>
) => string;

/** For areas that are loaded when first used: their texts stay out of the catalogue that every start reads. */
export function createAreaWords<E extends Record<string, string>>(
  texts: Record<Language, E>,
  language: Language,
): AreaWords<E> {
  const own = texts[language];
  return (key, ...args) => fillText(own[key] ?? key, args[0] ?? {});
}
