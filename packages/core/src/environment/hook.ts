/** The moments at which a person's own commands may have a say. */
export const hookEvents = [
  "SessionStart",
  "UserPromptSubmit",
  "PreToolUse",
  "PostToolUse",
  "PreCompact",
  "SubagentStop",
  "Stop",
] as const;
export type HookEvent = (typeof hookEvents)[number];

/** Whose word a hook is: the person's own, a trusted project's, an active skill's. */
export type HookOrigin = "person" | "project" | "skill";

/** One command that runs at one moment. */
export interface Hook {
  event: HookEvent;
  /** What it is about: see `compileMatcher`. */
  matcher: string;
  command: string;
  timeoutMs: number;
  /** Runs at most once. */
  once: boolean;
  origin: HookOrigin;
  /** The file that it stands in. */
  source: string;
  /** What its command finds in its environment beside ours. */
  variables?: Readonly<Record<string, string>>;
}
