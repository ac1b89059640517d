import { createLearnFromRun, type LearnFromRun } from "./auto-enhance.ts";
import type { AuthoringDeps } from "./authoring-deps.ts";
import { createCassettes } from "./create-cassettes.ts";
import type { Cassettes } from "./cassettes.ts";
import { createSkillDrafts, type SkillDrafts } from "./drafts.ts";
import { createEvals, type Evals } from "./evals.ts";
import { createSkillTests, type SkillTests } from "./tests.ts";
import { createAgentRuntime } from "./open-agent-runtime.ts";
import { createSkillAgentApi, type SkillAgentApi } from "./skill-agent.ts";
import { createSkillVersions, type SkillVersions } from "./versions.ts";

/** Skills as software: written with help, kept in versions, tested and measured. */
export interface Authoring {
  /** The states that skills had, and the way back to them. */
  readonly versions: SkillVersions;
  /** Writes, enhances and evaluates skills with the help of a model. */
  readonly agent: SkillAgentApi;
  /** What it wrote and nobody approved yet. */
  readonly drafts: SkillDrafts;
  /** Proves them, without a key where a run was recorded. */
  readonly tests: SkillTests;
  /** Measures them, with and without. */
  readonly evals: Evals;
  /** Records whole runs, and plays them without a model. */
  readonly cassettes: Cassettes;
  /** Looks at a run that ended for something to learn. */
  readonly learnFromRun: LearnFromRun;
  /** Ends what its parts have open. */
  close(): Promise<void>;
}

export function openAuthoring(deps: AuthoringDeps): Authoring {
  const runtime = createAgentRuntime(deps);
  const drafts = createSkillDrafts(deps);
  const cassettes = createCassettes(deps);
  const agent = createSkillAgentApi(deps, { runtime, drafts });
  return {
    versions: createSkillVersions(deps),
    drafts,
    agent,
    learnFromRun: createLearnFromRun(deps, agent),
    evals: createEvals(deps),
    cassettes,
    tests: createSkillTests(deps, cassettes),
    close: () => runtime.close(),
  };
}
