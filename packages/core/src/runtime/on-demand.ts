import { createTranslate, type Language } from "../protocol/index.ts";
import type { Readiness } from "../authoring/skill-agent/score-run.ts";
import { loadConfig } from "../environment/config.ts";
import type { Home } from "../environment/home.ts";
import type { Store } from "../session/store.ts";
import type { Skill } from "../skill/skill.ts";
import type { Authoring } from "./authoring/open-authoring.ts";
import type { AuthoringDeps } from "./authoring/authoring-deps.ts";
import type { ReadFolderConfig } from "./folder-config.ts";
import { loadMemory } from "./load-memory.ts";
import type { Memories } from "./open-memory.ts";
import type { PackTools } from "./packs/pack-tools.ts";
import type { Packs } from "./packs/packs.ts";
import type { PersonRules } from "./person-rules.ts";
import type { OpenUsages } from "./usage/open-usages.ts";
import type { Usages } from "./usage/usages.ts";

/** What few need of a runtime: each part is loaded when it is first asked for. */
export interface OnDemand {
  /** What is remembered over sessions, for a person. */
  memory(): Promise<Memories>;
  /** What models were paid for. */
  usage(): Promise<Usages>;
  /** What a person allowed and refused for good. */
  rules(): Promise<PersonRules>;
  /** Installed skills and packs, their signers, and exporting; in the runtime's language unless told otherwise. */
  packs(language?: Language): Promise<Packs>;
  /** Making and reading pack files, with words in a language of the caller's. */
  packTools(language: Language): Promise<PackTools>;
  /** How readily runs are learnt from, as the person's settings say now; `undefined`: not at all. Loads nothing. */
  readiness(): Promise<Readiness | undefined>;
  /** Writing skills with help, their versions, tests and evals. */
  authoring(): Promise<Authoring>;
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
  findSkill(place: { folder: string }, name: string): Promise<Skill>;
  authoring: Omit<AuthoringDeps, "env" | "home" | "language" | "store">;
}

/** The parts, and how what they opened is ended. */
export interface OnDemandParts {
  api: OnDemand;
  close(): Promise<void>;
}

const maxFiles = 50;

export function createOnDemand(options: OnDemandOptions): OnDemandParts {
  const { env, home, language, store, config } = options;
  let usages: Promise<OpenUsages> | undefined;
  let authoring: Promise<Authoring> | undefined;
  const packs = new Map<Language, Promise<Packs>>();
  const api: OnDemand = {
    memory: () => loadMemory({ env, language }),
    async usage() {
      usages ??= import("./usage/open-usages.ts").then(({ openUsages }) => openUsages({ home, store }));
      return (await usages).api;
    },
    rules: async () => (await import("./person-rules.ts")).createPersonRules({ home, language, config }),
    packs(wanted = language) {
      const opened =
        packs.get(wanted) ??
        import("./packs/open-packs.ts").then(({ openPacks }) =>
          openPacks({ env, language: wanted, findSkill: options.findSkill }),
        );
      packs.set(wanted, opened);
      return opened;
    },
    packTools: async (wanted) =>
      (await import("./packs/pack-tools.ts")).createPackTools({ env, language: wanted }),
    async readiness() {
      const { autoEnhance = "off" } = (await loadConfig(home, { language })).config.skills ?? {};
      return autoEnhance === "off" ? undefined : autoEnhance;
    },
    authoring: () =>
      (authoring ??= import("./authoring/open-authoring.ts").then(({ openAuthoring }) =>
        openAuthoring({ env, home, language, store, ...options.authoring }),
      )),
    async findFiles(folder, query, { limit = maxFiles, signal = new AbortController().signal } = {}) {
      const { findFiles } = await import("./find-files.ts");
      return findFiles({ folder, query, limit, signal, t: createTranslate(language) });
    },
  };
  async function close(): Promise<void> {
    await (await usages)?.close();
    await (await authoring)?.close();
  }

  return { api, close };
}
