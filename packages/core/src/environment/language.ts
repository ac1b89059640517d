import { languageOfLocale, type Language } from "../protocol/index.ts";
import type { Env } from "./home.ts";

const variables = ["LC_ALL", "LC_MESSAGES", "LANG"] as const;

/** A flag wins over the setting, that over the locale; the first locale variable that is not empty decides. */
export function pickLanguage(from: {
  flag?: Language | undefined;
  setting?: Language | undefined;
  env: Env;
}): Language {
  const locale = variables.map((name) => from.env[name]).find(Boolean);
  return from.flag ?? from.setting ?? languageOfLocale(locale);
}
