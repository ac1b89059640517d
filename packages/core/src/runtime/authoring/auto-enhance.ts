import {
  findFacts,
  isWorthLooking,
  scoreRun,
  type Readiness,
} from "../../authoring/skill-agent/score-run.ts";
import type { SessionId } from "../../protocol/index.ts";
import { openView } from "../../session/open-view.ts";
import type { AuthoringDeps } from "./authoring-deps.ts";
import type { DraftResult, SkillAgentApi, WorkOptions } from "./skill-agent.ts";

export type { Readiness };

export interface Learnt {
  score: number;
  /** What came of a closer look; absent where the run was not worth one. */
  result?: DraftResult;
}

export interface LearnOptions extends Pick<WorkOptions, "signal" | "onProgress"> {
  readiness: Readiness;
  /** Told before a model is asked. */
  onLook?: () => void;
}

/** Looks at a run that ended by itself for something to learn. It proposes and never applies. */
export type LearnFromRun = (id: SessionId, options: LearnOptions) => Promise<Learnt>;

export function createLearnFromRun(
  { store }: Pick<AuthoringDeps, "store">,
  agent: Pick<SkillAgentApi, "enhance">,
): LearnFromRun {
  return async (sessionId, { readiness, onLook, ...options }) => {
    const view = await openView(store, sessionId, { full: true });
    const facts = findFacts(view);
    const score = scoreRun(facts);
    const isNormal = view.ended?.reason === "done" && view.parentSessionId === undefined;
    if (!isNormal || !isWorthLooking(facts, readiness)) return { score };
    onLook?.();
    const { model, baseUrl, environment } = view.settings;
    const result = await agent.enhance(
      { folder: view.folder, environment },
      {
        ...options,
        conversation: { sessionId },
        model,
        ...(baseUrl === undefined ? {} : { baseUrl }),
        isProposal: true,
      },
    );
    return { score, result };
  };
}
