import { SkillmintError, type SessionEvent, type SessionId } from "@skillmint/core/protocol";
import type { RouteParts } from "../app.ts";
import { createJobWords } from "./job-texts.ts";
import { createTelling } from "./tell-progress.ts";

/**
 * After each run here that ended by itself, where a person's setting asks for it: looks for something to learn, as a
 * job. It leaves a proposal among the drafts and changes nothing else.
 */
export function learnFromRuns({ runtime, runs, jobs }: Pick<RouteParts, "runtime" | "runs" | "jobs">): void {
  async function learn(id: SessionId): Promise<void> {
    const readiness = await runtime.readiness();
    if (readiness === undefined) return;
    const { learnFromRun } = await runtime.authoring();
    const { language } = runtime;
    jobs.start({
      kind: "learn",
      subject: id,
      language,
      work: async ({ signal, tell }) => {
        const onProgress = createTelling(tell, createJobWords(language)).work;
        const { score, result } = await learnFromRun(id, { readiness, signal, onProgress });
        return { score, ...(result?.draft ? { draftId: result.draft.id } : {}) };
      },
    });
  }

  runs.listen((event: SessionEvent) => {
    if (event.type !== "run.ended" || event.reason !== "done" || event.parentSessionId !== undefined) return;
    learn(event.sessionId).catch((error: unknown) => {
      // A setting that cannot be read, or too much at once: the run's own answer stays what it is.
      if (!SkillmintError.is(error)) throw error;
    });
  });
}
