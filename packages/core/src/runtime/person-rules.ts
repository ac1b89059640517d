import { configSchema, loadConfig, type Config } from "../environment/config.ts";
import { createWords } from "../environment/environment-texts.ts";
import type { Home } from "../environment/home.ts";
import { updateJsonc } from "../environment/jsonc-file.ts";
import { parseRule, type RuleSource } from "../permission/rules.ts";
import type { Language, RuleTexts } from "../protocol/index.ts";
import type { ReadFolderConfig } from "./folder-config.ts";

export type RuleList = keyof RuleTexts;

/** A rule that a person wrote; with `folder` it holds there only. */
export interface PersonRule {
  list: RuleList;
  rule: string;
  /** A real path. */
  folder?: string;
}

export interface HoldingRule {
  list: RuleList;
  rule: string;
  source: RuleSource;
}

/** The rules of `config.jsonc`, and which of all places hold in a folder. */
export interface PersonRules {
  /** In the order of the file. */
  list(): Promise<PersonRule[]>;
  /** What a new session in this folder goes by, of every place. */
  inFolder(folder: string): Promise<HoldingRule[]>;
  /** False where it stands there already. Refused with `usage` where the text is no rule. */
  add(rule: PersonRule): Promise<boolean>;
  /** False where there is none. */
  remove(rule: PersonRule): Promise<boolean>;
}

const lists = ["allow", "ask", "deny"] as const satisfies readonly RuleList[];

type Lists = { [K in RuleList]?: readonly string[] | undefined };

function listsOf(config: Config, folder: string | undefined): Lists | undefined {
  if (folder === undefined) return config.rules;
  return config.workspaces && Object.hasOwn(config.workspaces, folder)
    ? config.workspaces[folder]?.rules
    : undefined;
}

function toRules(texts: Lists | undefined, folder?: string): PersonRule[] {
  return lists.flatMap((list) =>
    (texts?.[list] ?? []).map((rule) => ({ list, rule, ...(folder === undefined ? {} : { folder }) })),
  );
}

export interface PersonRulesOptions {
  home: Pick<Home, "config">;
  language: Language;
  config: ReadFolderConfig;
}

export function createPersonRules({ home, language, config }: PersonRulesOptions): PersonRules {
  const words = createWords(language);

  /** Several may change the same list at once: each change is made to the list as it is then. */
  async function change(
    { list, folder }: PersonRule,
    edit: (known: readonly string[]) => readonly string[],
  ): Promise<boolean> {
    await loadConfig(home, { language });
    const path = folder === undefined ? ["rules", list] : ["workspaces", folder, "rules", list];
    return updateJsonc(
      home.config,
      configSchema,
      (value) => {
        const parsed = configSchema.safeParse(value);
        if (!parsed.success) return [];
        const known = listsOf(parsed.data, folder)?.[list] ?? [];
        const next = edit(known);
        return next.length === known.length ? [] : [[path, next]];
      },
      words,
    );
  }

  return {
    async list() {
      const { config: own } = await loadConfig(home, { language });
      const folders = Object.entries(own.workspaces ?? {});
      return [...toRules(own.rules), ...folders.flatMap(([folder, { rules }]) => toRules(rules, folder))];
    },
    async inFolder(folder) {
      const { rules } = await config(folder);
      return lists.flatMap((list) => rules[list].map(({ text, source }) => ({ list, rule: text, source })));
    },
    async add(wanted) {
      const rule = wanted.rule.trim();
      parseRule(rule, { language });
      return change(wanted, (known) => (known.includes(rule) ? known : [...known, rule]));
    },
    remove: (wanted) => change(wanted, (known) => known.filter((rule) => rule !== wanted.rule)),
  };
}
