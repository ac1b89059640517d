import type { Environments } from "../environment/environments.ts";
import type { Home } from "../environment/home.ts";
import type { Settings } from "../environment/settings.ts";
import type { RetryPolicy } from "../agent/call-model.ts";
import type { Model } from "../model/model.ts";
import type { Diagnostic, Language, RunResult, SessionEvent, SessionId } from "../protocol/index.ts";
import type { Store } from "../session/store.ts";
import type { SkillLayer } from "../skill/discover/layer.ts";
import type { Tool } from "../tool/define-tool.ts";
import type { SandboxDescription } from "../workspace/sandbox/describe-sandbox.ts";
import type { AnswerOptions, Answered } from "./answers.ts";
import type { BrowserActions } from "./browser-actions.ts";
import type { Environment } from "./environment.ts";
import type { Internet } from "./internet.ts";
import type { Mcp } from "./mcp/manage-servers.ts";
import type { ModelSource } from "./model-source.ts";
import type { Models } from "./models.ts";
import type { OnDemand } from "./on-demand.ts";
import type { Admitted, PromptOptions } from "./prompt.ts";
import type { Sessions } from "./sessions.ts";
import type { Skills } from "./skills/skills.ts";

export interface RuntimeOptions {
  /** Default: the environment of this process. Keys, HOME and SKILLMINT_HOME are read from it. */
  env?: Readonly<Record<string, string | undefined>>;
  language?: Language;
  /** Tools beside the built-in ones. */
  tools?: readonly Tool[];
  /** Further places that skills come from; they come before the bundled ones. */
  layers?: readonly SkillLayer[];
  /** A folder of skills that are always there, behind all others. Default: none. */
  bundledSkills?: string;
  /** Models of one's own, by the name a prompt asks for; they come before the providers. */
  models?: Readonly<Record<string, Model>>;
  /** Where sessions live. Default: the SQLite file of the home folder. */
  store?: Store;
  retry?: RetryPolicy;
  leaseMs?: number;
  /** Whose secrets sandboxed commands must not read: a person's home and that of SkillMint. Default: those of `env`. */
  hides?: Pick<Home, "user" | "root">;
  /** Folders that sandboxed commands may read wherever they lie. */
  readable?: readonly string[];
}

export interface RunOptions {
  signal?: AbortSignal;
  /** Sees every event, durable and live, once and in order. */
  onEvent?: (event: SessionEvent) => void;
  /** Told, before the run starts, what of the configuration that counts for it has no effect. */
  onDiagnostic?: (diagnostic: Diagnostic) => void;
  /** A person asked to go on with a run that had ended early. */
  continued?: boolean;
}

/** The engine as a library. One runtime serves any number of sessions; `close` it when done. */
export interface Runtime extends OnDemand {
  readonly home: Home;
  readonly language: Language;
  readonly sessions: Sessions;
  readonly models: Models;
  readonly modelSource: ModelSource;
  readonly settings: Settings;
  readonly environments: Environments;
  readonly skills: Skills;
  readonly mcp: Mcp;
  readonly internet: Internet;
  readonly browser: BrowserActions;
  /** Admits a prompt: it is on disk when this returns. Makes a session where none is named. */
  prompt(options: PromptOptions): Promise<Admitted>;
  /** Works on a session until it ends or waits. Refused with `session-busy` while another process does. */
  run(id: SessionId, options?: RunOptions): Promise<RunResult>;
  /** Watches another process work on a session until it stops. Live events stay with that process. */
  follow(id: SessionId, options?: Pick<RunOptions, "signal" | "onEvent">): Promise<RunResult>;
  /** How a session stands, without working on it. */
  inspect(id: SessionId): Promise<RunResult>;
  /** Answers what a session waits for, several questions by one text or by one each; `run` then goes on. */
  answer(id: SessionId, text: string | readonly string[], options?: AnswerOptions): Promise<Answered>;
  /** The environment in use, for work in one folder: its skills, and prompts that are answered with them. */
  environment(folder: string): Promise<Environment<RunResult>>;
  /**
   * What has no effect in the configuration of a folder: the user's, and the project's where it is trusted. Refused
   * where a run would be, because a file cannot be understood.
   */
  diagnose(folder: string): Promise<Diagnostic[]>;
  /** What the sandbox of this machine can do, what it lacks and how to get that. */
  describeSandbox(): Promise<SandboxDescription>;
  /** Asks whoever works on it to stop. Returns false where nobody does and nothing is open. */
  stop(id: SessionId): Promise<boolean>;
  /**
   * The same home and sessions, with findings and errors in another language: for what people read and decide. Runs
   * belong to this one, which keeps its language for models. It ends with this one.
   */
  inLanguage(language: Language): Promise<Runtime>;
  close(): Promise<void>;
}
