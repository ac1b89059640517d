import type { ActiveSkill, Diagnostic, Problem, SessionView } from "../../protocol/index.ts";
import type { Hook, HookEvent } from "../../environment/hook.ts";
import type { Rules } from "../../permission/rules.ts";
import type { CallHooks, ExecuteEnv } from "../../tool/execute-env.ts";
import type { Environment } from "../../workspace/child-environment.ts";
import type { SessionLog } from "../session-log.ts";
import { isOfThisRun } from "../skills/active-skills.ts";
import type { HookMoment, RunHooksEnv } from "./run-hooks.ts";
import type { HookOutcome } from "./read-outcome.ts";
import { hooksOfSkill } from "./skill-hooks.ts";
import type { WorkingHooks } from "./working-hooks.ts";

/** What the files of person and project say of hooks, and what commands need. */
export interface HookSource {
  hooks: readonly Hook[];
  /** Those of skills do not run either. */
  areOff?: boolean;
  environment: Environment;
  /** By which commands of projects and skills are judged. */
  rules: Rules;
  tell(diagnostic: Diagnostic): void;
  /** What runs a command; absent: this machine. */
  execute?: RunHooksEnv["execute"];
}

export interface SessionHooksEnv {
  source: HookSource;
  log: SessionLog;
  execute: () => ExecuteEnv;
  signal: AbortSignal;
  /** Those of the run whose sub-agent this is: they hold here too. */
  parent?: Pick<SessionHooks, "active" | "spent">;
}

/** The hooks of one agent while a run works. Without any, nothing is loaded and nothing costs time. */
export interface SessionHooks extends CallHooks {
  /** All that count at this moment. */
  active(): Hook[];
  /** Those that run only once and did, in the whole tree of agents. */
  spent: Set<string>;
  /** Lets hooks have their say at a moment that the others here do not know: `PreCompact`, with its `trigger`. */
  run(event: HookEvent, payload: HookMoment["payload"], subject?: string): Promise<HookOutcome>;
  /** A run began, and has something to do. */
  start(): Promise<void>;
  /** Before the model reads new prompts; why the run must end instead. */
  beforeReply(): Promise<Problem | undefined>;
  /** Before a run ends as done; true where it has to go on. */
  beforeEnd(): Promise<boolean>;
  /** Why the run is to end, once a hook said so. */
  stopped(): Problem | undefined;
}

function skillHooks(view: SessionView): Hook[] {
  const isHooked = (skill: ActiveSkill): boolean =>
    skill.terms.hooks !== undefined && isOfThisRun(view, skill);
  return Object.values(view.skills).filter(isHooked).flatMap(hooksOfSkill);
}

export function createSessionHooks(env: SessionHooksEnv): SessionHooks {
  const { view } = env.log;
  let made: WorkingHooks | undefined;
  let loading: Promise<WorkingHooks> | undefined;
  const active = (): Hook[] =>
    env.source.areOff ? [] : [...(env.parent?.active() ?? env.source.hooks), ...skillHooks(view)];
  const spent = env.parent?.spent ?? new Set<string>();
  const has = (event: HookEvent): boolean => active().some((hook) => hook.event === event);
  const load = async (): Promise<WorkingHooks> => {
    loading ??= import("./working-hooks.ts").then(({ createWorkingHooks }) =>
      createWorkingHooks(env, { active, spent }),
    );
    made = await loading;
    return made;
  };
  const isChild = view.parentSessionId !== undefined;
  return {
    active,
    spent,
    tell: env.source.tell,
    run: async (event, payload, subject) =>
      has(event) ? (await load()).run({ event, payload, ...(subject === undefined ? {} : { subject }) }) : {},
    before: async (ready) =>
      has("PreToolUse") || made?.stopped() ? (await load()).before(ready) : undefined,
    after: async (ready, outcome) => {
      if (has("PostToolUse")) await (await load()).after(ready, outcome);
    },
    start: async () => {
      if (!isChild && has("SessionStart")) await (await load()).start();
    },
    beforeReply: async () => {
      if (isChild || !(has("UserPromptSubmit") || has("SessionStart"))) return undefined;
      return (await load()).beforeReply();
    },
    beforeEnd: async () => has(isChild ? "SubagentStop" : "Stop") && (await load()).beforeEnd(),
    stopped: () => made?.stopped(),
  };
}
