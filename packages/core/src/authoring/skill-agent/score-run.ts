import type { SessionView } from "../../protocol/index.ts";

/** How readily a run is looked at for something to learn. */
export const thresholds = { conservative: 3, neutral: 2, aggressive: 1 } as const;
export type Readiness = keyof typeof thresholds;

/** What of a run says whether it is worth learning from. */
export interface RunFacts {
  calls: number;
  tools: number;
  /** A call failed, and a later one of the same tool worked. */
  recovered: boolean;
  wrote: boolean;
  /** How often a person had to say more: answers to questions, and further prompts. */
  clarifications: number;
}

/** ≥ 3 calls +1, ≥ 2 tools +1, an error recovered from +2, a write +1, ≥ 2 clarifications +1. */
export function scoreRun({ calls, tools, recovered, wrote, clarifications }: RunFacts): number {
  return (
    Number(calls >= 3) +
    Number(tools >= 2) +
    2 * Number(recovered) +
    Number(wrote) +
    Number(clarifications >= 2)
  );
}

export function isWorthLooking(facts: RunFacts, readiness: Readiness): boolean {
  return scoreRun(facts) >= thresholds[readiness];
}

const writers = new Set(["Write", "Edit", "NotebookEdit"]);

/** The facts of a session, from what is known of it. */
export function findFacts(view: SessionView): RunFacts {
  const calls = view.entries.flatMap((entry) =>
    entry.kind === "message" ? entry.calls.flatMap((id) => view.calls[id] ?? []) : [],
  );
  const failed = new Set<string>();
  let recovered = false;
  for (const { name, status } of calls) {
    if (status === "error") failed.add(name);
    else if (status === "ok" && failed.has(name)) recovered = true;
  }
  const prompts = view.entries.filter(({ kind }) => kind === "prompt").length;
  const answers = calls.filter(({ name, status }) => name === "AskUserQuestion" && status === "ok").length;
  return {
    calls: calls.length,
    tools: new Set(calls.map(({ name }) => name)).size,
    recovered,
    wrote: calls.some(({ name, status }) => writers.has(name) && status === "ok"),
    clarifications: Math.max(0, prompts - 1) + answers,
  };
}
