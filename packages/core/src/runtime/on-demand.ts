import { createTranslate, type Language } from "../protocol/index.ts";
import type { Home } from "../environment/home.ts";
import type { Store } from "../session/store.ts";
import type { ReadFolderConfig } from "./folder-config.ts";
import type { Memories } from "./open-memory.ts";
import type { PersonRules } from "./person-rules.ts";
import type { Usages } from "./usage/usages.ts";

/** What few need of a runtime: each part is loaded when it is first asked for. */
export interface OnDemand {
  /** What is remembered over sessions, for a person. */
  memory(): Promise<Memories>;
  /** What models were paid for. */
  usage(): Promise<Usages>;
  /** What a person allowed and refused for good. */
  rules(): Promise<PersonRules>;
  /**
   * Files below a folder, relative to it, those that fit the query best first (50 at most, unless told otherwise).
   * What .gitignore excludes is left out.
   */
  findFiles(
    folder: string,
    query: string,
    options?: { limit?: number; signal?: AbortSignal },
  ): Promise<string[]>;
}

export interface OnDemandOptions {
  env: Readonly<Record<string, string | undefined>>;
  home: Home;
  language: Language;
  store: Store;
  config: ReadFolderConfig;
}

const maxFiles = 50;

export function createOnDemand({ env, home, language, store, config }: OnDemandOptions): OnDemand {
  let usages: Promise<Usages> | undefined;
  return {
    memory: async () => (await import("./open-memory.ts")).openMemory({ env, language }),
    usage: () => (usages ??= import("./usage/usages.ts").then(({ createUsages }) => createUsages(store))),
    rules: async () => (await import("./person-rules.ts")).createPersonRules({ home, language, config }),
    async findFiles(folder, query, { limit = maxFiles, signal = new AbortController().signal } = {}) {
      const { findFiles } = await import("./find-files.ts");
      return findFiles({ folder, query, limit, signal, t: createTranslate(language) });
    },
  };
}
