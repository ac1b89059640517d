import type { z } from "zod";
import { SkillmintError, type Language } from "../protocol/index.ts";
import { configSchema, loadConfig, type Config } from "./config.ts";
import { describeSchema, leafPaths, schemaAt } from "./describe-schema.ts";
import type { Diagnostic } from "../protocol/index.ts";
import { createWords, type Words } from "./environment-texts.ts";
import type { Home } from "./home.ts";
import { updateJsonc } from "./jsonc-file.ts";
import { createTrust, type Trust } from "./trust.ts";

/** `value` is absent where neither the file nor a default says anything. */
export interface Setting {
  path: string;
  value?: unknown;
  source: "file" | "default";
}

/** What holds where the file says nothing. The language's default is the locale's, timeouts are the model's own. */
export const settingDefaults: Readonly<Record<string, unknown>> = {
  mode: "default",
  sandbox: "auto",
  "limits.iterations": 100,
  "skills.enabled": true,
  "skills.disableShell": false,
  "skills.autoEnhance": "off",
  "secrets.store": "file",
  "browser.headless": true,
  "browser.idleMinutes": 10,
};

/**
 * What a person decided, kept in their home folder: the one writer of `config.jsonc`. Names that do not exist and
 * values that do not fit are refused with `usage`.
 */
export interface Settings {
  /** Which folders' own configuration counts. */
  readonly trust: Trust;
  get(path: string): Promise<Setting>;
  /** Reads the text as the setting's type. */
  set(path: string, text: string): Promise<Setting>;
  /** Back to the default. */
  unset(path: string): Promise<Setting>;
  list(): Promise<{ settings: Setting[]; diagnostics: Diagnostic[] }>;
  /** Switches one skill on or off by its id; `undefined` takes the switch away. */
  switchSkill(id: string, enabled: boolean | undefined): Promise<void>;
  /** Remembers which environment is in use, or that none is. It is not checked: `Environments.use` does that. */
  setActiveEnvironment(name: string | undefined): Promise<void>;
}

function allPaths(): string[] {
  return leafPaths(configSchema).map((path) => path.join("."));
}

function usage(message: string): SkillmintError {
  return new SkillmintError("usage", { params: { message } });
}

function requireLeaf(path: string, words: Words): z.ZodType {
  const schema = allPaths().includes(path) ? schemaAt(configSchema, path.split(".")) : undefined;
  if (schema) return schema;
  const inside = allPaths().filter((known) => known.startsWith(`${path}.`));
  if (inside.length > 0) throw usage(words("setting.group", { name: path, known: inside.join(", ") }));
  throw usage(words("setting.unknown", { name: path, known: allPaths().join(", ") }));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A JSON list, or one entry per line: rules have commas of their own. */
function parseList(text: string): unknown {
  if (text.trimStart().startsWith("[")) return parseJson(text);
  return text.split(/\r?\n/).filter((line) => line.trim() !== "");
}

const booleans: Readonly<Record<string, boolean>> = { true: true, false: false };

/** A text from a command line as the value that the schema wants; `undefined` where it cannot be one. */
export function parseSetting(schema: z.ZodType, text: string): unknown {
  const raw = {
    number: () => (text.trim() === "" ? undefined : Number(text)),
    boolean: () => booleans[text.trim()],
    array: () => parseList(text),
    record: () => parseJson(text),
  }[schema.type as string];
  const result = schema.safeParse(raw ? raw() : text);
  return result.success ? result.data : undefined;
}

function valueAt(config: Config, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], config);
}

/** Something that can be a key of the file and a line of a terminal. */
function isSkillId(id: string): boolean {
  return id.trim() !== "" && id.length <= 400 && !/[\x00-\x1f\x7f]/.test(id) && id !== "__proto__";
}

/** What holds for one path and why. */
export function lookUpSetting(config: Config, path: string): Setting {
  const value = valueAt(config, path);
  if (value !== undefined) return { path, value, source: "file" };
  const fallback = settingDefaults[path];
  return { path, ...(fallback === undefined ? {} : { value: fallback }), source: "default" };
}

export interface SettingsOptions {
  language?: Language;
  /** What is wrong with a rule, if something is; without it rules are kept as they are given. */
  checkRule?(text: string): string | undefined;
}

function refuseWrongRules(path: string, value: unknown, { checkRule }: SettingsOptions): void {
  if (!checkRule || !path.startsWith("rules.")) return;
  for (const text of value as string[]) {
    const problem = checkRule(text);
    if (problem !== undefined) throw usage(problem);
  }
}

export function createSettings(home: Home, options: SettingsOptions = {}): Settings {
  const words = createWords(options.language);
  const write = (path: string, value: unknown) =>
    updateJsonc(home.config, configSchema, () => [[path.split("."), value]], words);
  const get = async (path: string) => {
    requireLeaf(path, words);
    return lookUpSetting((await loadConfig(home, options)).config, path);
  };
  return {
    trust: createTrust(home, options),
    get,
    set: async (path, text) => {
      const schema = requireLeaf(path, words);
      // Switching checks the environment first.
      if (path === "activeEnvironment") throw usage(words("setting.byEnv", { name: text }));
      const value = parseSetting(schema, text);
      if (value === undefined) {
        throw usage(words("setting.wrongValue", { name: path, expected: describeSchema(schema, words) }));
      }
      refuseWrongRules(path, value, options);
      await write(path, value);
      return get(path);
    },
    unset: async (path) => {
      requireLeaf(path, words);
      await write(path, undefined);
      return get(path);
    },
    list: async () => {
      const { config, diagnostics } = await loadConfig(home, options);
      return { settings: allPaths().map((path) => lookUpSetting(config, path)), diagnostics };
    },
    switchSkill: async (id, enabled) => {
      if (!isSkillId(id)) throw usage(words("setting.badSkill", { id: id.slice(0, 200) }));
      await updateJsonc(
        home.config,
        configSchema,
        () => [[["skills", "skills", id, "enabled"], enabled]],
        words,
      );
    },
    setActiveEnvironment: async (name) => {
      await updateJsonc(home.config, configSchema, () => [[["activeEnvironment"], name]], words);
    },
  };
}
