import type { Model } from "../model/model.ts";
import type { CallView, Language, Limits, SessionEvent, SessionId, SessionView } from "../protocol/index.ts";
import type { RuleOptions, Rules } from "../permission/rules.ts";
import type { Owner, Store } from "../session/store.ts";
import type { ExecuteEnv } from "../tool/execute-env.ts";
import type { Registry, ToolSource } from "../tool/registry.ts";
import type { Sealing } from "../tool/sealing.ts";
import type { BackgroundShells } from "../workspace/background-shells.ts";
import type { Sandbox } from "../workspace/sandbox/sandbox.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { HookSource, SessionHooks } from "./hooks/session-hooks.ts";
import type { RetryPolicy } from "./call-model.ts";
import type { AgentType } from "./tasks/agent-type.ts";
import type { InstructionParts } from "./instructions/session-instructions.ts";
import type { PromptEntry } from "./settle-calls.ts";
import type { SkillSource } from "./skills/skill-source.ts";

/** What the agents of one tree are made of; the runtime puts it together from a session's settings. */
export interface RunParts {
  /** The model that a session's settings and active skills name now, or another by its name. */
  model(view: SessionView, name?: string): Promise<Model>;
  registry: Registry;
  /** What stands between a session and its tools; absent: nothing. */
  wrapTools?: (registry: Registry, view: SessionView) => Registry;
  workspace: Workspace;
  /** Rules of the user's files; those of the session come on top. */
  rules: Rules;
  /** How the session's own rules are read. */
  ruleOptions: Pick<RuleOptions, "home" | "language">;
  /** What a run of a session may use up, by its settings of now. */
  limits(view: SessionView): Limits;
  /** The same for a sub-agent that works in another folder. */
  placesOf(view: SessionView): Promise<Pick<RunParts, "workspace" | "sandbox">>;
  skills: SkillSource;
  /** Where memories and the instructions in files lie. */
  instructions: InstructionParts;
  /** The kinds of sub-agents there are, the strongest of a name first. */
  agentTypes: readonly AgentType[];
  /** What the environment says of the main agent. */
  primary?: { prompt?: string | undefined; allowedTools?: readonly string[] | undefined };
  retry: RetryPolicy;
  language: Language;
  sandbox: Sandbox;
  shells: BackgroundShells;
  endLeftovers(call: CallView): Promise<void>;
  hooks?: HookSource;
  /** Of skills whose content must not be written down; absent where there can be none. */
  sealing?: Sealing;
  /** What servers outside give to the sessions of a tree; absent where there can be none. */
  servers?: ServerParts;
}

export interface ServerParts {
  /** The tools of one session: also those of servers that its active skills bring along. */
  source(view: SessionView): ToolSource;
  /** The text of a `/name words` that a server gives; `undefined` where the name is none of theirs. */
  prompt(view: SessionView, name: string, words: string, signal: AbortSignal): Promise<string | undefined>;
}

export interface RunSessionOptions {
  store: Store;
  sessionId: SessionId;
  owner: Owner;
  leaseMs: number;
  parts(view: SessionView): Promise<RunParts>;
  signal?: AbortSignal;
  onEvent?: (event: SessionEvent) => void;
  /** The run whose sub-agent this is: it holds for both what holds for it. */
  parent?: ParentRun;
  /** What the model reads where there is nothing else to go on with: after a reply that was cut or refused. */
  note?: { kind: string; text: string };
}

/** What a run hands down to its sub-agents. */
export interface ParentRun {
  execute: ExecuteEnv;
  /** What is left of what it may use up. */
  rest(): Limits;
  hooks?: SessionHooks;
  /** The newest prompt of the person's conversation: it withdraws what sub-agents ask too. */
  prompted(): PromptEntry | undefined;
}
