import { configSchema, type Config } from "./config.ts";
import { createWords } from "./environment-texts.ts";
import type { Home } from "./home.ts";
import { updateJsonc } from "./jsonc-file.ts";
import type { Language } from "../protocol/index.ts";

/** Adds a rule that a person granted to `config.jsonc`: for everything, or for one folder. */
export async function keepRule(
  home: Pick<Home, "config">,
  rule: string,
  options: { folder?: string; language?: Language } = {},
): Promise<void> {
  const { folder } = options;
  const path = folder === undefined ? ["rules", "allow"] : ["workspaces", folder, "rules", "allow"];
  const change = (value: unknown) => {
    const config = value as Config;
    const known = (folder === undefined ? config.rules : config.workspaces?.[folder]?.rules)?.allow ?? [];
    return [[path, known.includes(rule) ? known : [...known, rule]] as const];
  };
  await updateJsonc(home.config, configSchema, change, createWords(options.language));
}
