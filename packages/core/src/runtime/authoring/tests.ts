import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { createEvalWords } from "../../authoring/eval/eval-words.ts";
import { readTests } from "../../authoring/test/read-tests.ts";
import { runTests, type SkillWithTests, type TestProgress } from "../../authoring/test/run-tests.ts";
import type { TestResult } from "../../authoring/test/test-report.ts";
import { createTestWords } from "../../authoring/test/test-words.ts";
import { SkillmintError, type Diagnostic } from "../../protocol/index.ts";
import type { SkillPlace } from "../skills/skills.ts";
import type { AuthoringDeps } from "./authoring-deps.ts";
import type { Cassettes } from "./cassettes.ts";
import { openCommandSandbox } from "./command-sandbox.ts";
import { keepAround } from "./keep-change.ts";
import { openModel } from "./open-model.ts";
import { createPlayTest } from "./play-test.ts";
import { openRunStore } from "./run-store.ts";

export interface TestOptions {
  /** Only tests whose name, or the name of whose file, has this text. */
  filter?: string;
  /** Runs with a model: those without a cassette, and the others too. */
  live?: boolean;
  /** Records what is missing, has diverged or (with `live`) all; rewrites expectations that can be. */
  update?: boolean;
  model?: string;
  baseUrl?: string;
  /** `off`: commands run without a sandbox. */
  sandbox?: "off";
}

export interface TestControl {
  signal?: AbortSignal;
  onProgress?: (progress: TestProgress) => void;
}

export interface TestListing {
  skill: { id: string; name: string; folder: string };
  tests: {
    name: string;
    file: string;
    line: number;
    prompt: string;
    cassette?: string;
    /** Whether that cassette is there. */
    recorded: boolean;
  }[];
  diagnostics: Diagnostic[];
}

/** The tests of skills (`tests/*.jsonc`). With a cassette they need no key and no network. */
export interface SkillTests {
  list(place: SkillPlace, name: string): Promise<TestListing>;
  /** Refused with `usage` where no skill has a test that fits. */
  run(
    place: SkillPlace,
    names: readonly string[],
    options?: TestOptions,
    control?: TestControl,
  ): Promise<TestResult>;
}

export function createSkillTests(deps: AuthoringDeps, cassettes: Pick<Cassettes, "read">): SkillTests {
  const { env, home, language, skills } = deps;
  const words = createTestWords(language);
  const evalWords = createEvalWords(language);

  async function load(place: SkillPlace, name: string) {
    const { skill } = await skills.api.find(place, name);
    return { skill, ...(await readTests(skill.folder, { language, words })) };
  }

  return {
    async list(place, name) {
      const { skill, tests, diagnostics } = await load(place, name);
      return {
        skill: { id: skill.id, name: skill.name, folder: skill.folder },
        tests: tests.map(({ name: title, file, line, test }) => ({
          name: title,
          file,
          line,
          prompt: test.prompt,
          ...(test.cassette === undefined ? {} : { cassette: test.cassette }),
          recorded: test.cassette !== undefined && existsSync(join(dirname(file), test.cassette)),
        })),
        diagnostics,
      };
    },
    async run(place, names, options = {}, control = {}) {
      const { filter } = options;
      const loaded = await Promise.all(names.map((name) => load(place, name)));
      const diagnostics = loaded.flatMap((one) => one.diagnostics);
      const chosen = loaded.map(({ skill, tests }): SkillWithTests => ({
        name: skill.name,
        folder: skill.folder,
        tests: tests.filter(
          ({ name, file }) => filter === undefined || name.includes(filter) || file.includes(filter),
        ),
      }));
      if (diagnostics.length === 0 && chosen.every(({ tests }) => tests.length === 0)) {
        const skill = chosen.map(({ name }) => name).join(", ");
        const message =
          filter === undefined
            ? words("skillTest.noTests", { skill })
            : words("skillTest.noneMatch", { filter });
        throw new SkillmintError("usage", { params: { message } });
      }
      const { sandbox, runCommand } = await openCommandSandbox(deps, options.sandbox, evalWords);
      const { isolate, retry } = deps;
      await using runs = await openRunStore();
      const play = createPlayTest({
        env,
        isolate,
        language,
        retry,
        store: runs.store,
        cassettes,
        model: () => openModel(deps, options),
        sandbox,
      });
      const all = () =>
        runTests(chosen, diagnostics, {
          play,
          words,
          evalWords,
          language,
          runCommand,
          signal: control.signal ?? new AbortController().signal,
          ...(options.live === undefined ? {} : { live: options.live }),
          ...(options.update === undefined ? {} : { update: options.update }),
          ...(control.onProgress ? { onProgress: control.onProgress } : {}),
        });
      if (options.update !== true) return await all();
      const changed = loaded.map(({ skill }) => skill);
      return await keepAround(home, changed, { action: "recorded", by: "person" }, all);
    },
  };
}
