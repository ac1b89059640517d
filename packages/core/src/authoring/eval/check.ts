import type { SkillmintError } from "../../protocol/index.ts";

/** What a text is looked for in: the last answer, all files that the run made or changed, or everything it did. */
export type CheckTarget = "answer" | "outputs" | "transcript";

/** What code can decide about a run. */
export type Check =
  | { type: "contains"; target: CheckTarget; phrase: string; negated: boolean }
  | { type: "matches"; target: CheckTarget; pattern: string; flags: string; negated: boolean }
  | { type: "file"; path: string; negated: boolean; phrase?: string; pattern?: string }
  | { type: "schema"; path?: string; schema: Record<string, unknown> }
  | { type: "command"; command: string; exitCode: number }
  | { type: "tool"; tool: string; input?: Record<string, unknown>; negated: boolean }
  | { type: "skill"; name: string; negated: boolean }
  | { type: "script"; path: string };

/** How a check came out. `crashed`: it could not decide, and counts for neither side. */
export type CheckOutcome =
  | { passed: boolean; evidence: string }
  | { passed: null; crashed: true; evidence: string; problem?: SkillmintError };
