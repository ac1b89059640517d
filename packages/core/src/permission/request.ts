/** What a tool does to the world. `read` runs at once and in parallel; the gate judges the rest. */
export type Effect = "read" | "write" | "execute" | "network" | "interact";

/** One simple command of a shell command, as the parser found it. */
export interface CommandPart {
  /** As it stands in the command. */
  text: string;
  /** Its words with quotes taken away, wrappers (`sudo`, `env`, `timeout` …) seen through; null: not all are literal. */
  words: string[] | null;
  /** Proven to change nothing: a known program with known flags and literal words only. */
  readOnly: boolean;
  /** The stricter list of plan mode. */
  planSafe: boolean;
  /** Why it is not read-only: a code for `wordReason`. */
  reason?: string;
  /**
   * The command as rules compare it: as a whole, then what each wrapper would run. Words are quoted where they
   * must be; those that are not literal stand as they were written.
   */
  layers: string[];
  /** An allowing rule may go by this many of the layers; 0: only a rule for the exact whole command allows it. */
  allowLayers: number;
  /** An argument is only known when it runs and may turn out to be a flag. */
  loose?: boolean;
  /** Its redirections write files; who allows the command has not allowed that. */
  redirects?: boolean;
}

/** What a call touches, for the gate and for the person who is asked: real paths, the whole command. */
export type Resource =
  /** `deep`: a folder of which a command shows files, wherever they lie below; all, or those without a dot name. */
  | { kind: "path"; path: string; access: "read" | "write"; outside: boolean; deep?: "all" | "visible" }
  /** `parts`: null where the command could not be taken apart. Paths it reads or writes are resources of their own. */
  | { kind: "command"; command: string; folder: string; parts: CommandPart[] | null; reason?: string }
  | { kind: "url"; url: string };

export interface GateRequest {
  tool: string;
  effect: Effect;
  resources: readonly Resource[];
  /** What a rule may name beside resources: the skill or the agent that a call is about. */
  subject?: string;
  /** The real folder that relative patterns of rules start from. Without it they refuse widely and allow nothing. */
  root?: string;
}

/** The one text of a resource that an exact rule names. */
export function resourceText(resource: Resource): string {
  if (resource.kind === "path") return resource.path;
  return resource.kind === "command" ? resource.command : resource.url;
}
