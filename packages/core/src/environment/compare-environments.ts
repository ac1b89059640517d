import { ownToolNames, type Translate } from "../protocol/index.ts";
import type { Config } from "./config.ts";
import type { LoadedEnvironment } from "./load-environment.ts";

/** Names, in order. */
export interface NameChange {
  added: string[];
  removed: string[];
}

/** What a switch changed. `from` and `to` are absent where no environment is in use. */
export interface EnvironmentChange {
  from?: string;
  to?: string;
  /** Absent where it stays the same; a side is absent where the choice is automatic. */
  model?: { from?: string; to?: string };
  mode?: { from?: string; to?: string };
  /** Tools of the main agent. */
  tools: NameChange;
  mcp: NameChange;
  skills: NameChange;
  agents: NameChange;
}

export interface CompareParts {
  from?: LoadedEnvironment | undefined;
  to?: LoadedEnvironment | undefined;
  /** What holds where an environment says nothing. */
  config: Pick<Config, "model" | "mode">;
  skillNames(folder: string): Promise<readonly string[]>;
  /** Every tool there is. */
  toolNames?: readonly string[];
}

function compareNames(before: readonly string[], after: readonly string[]): NameChange {
  const [old, fresh] = [new Set(before), new Set(after)];
  return {
    added: [...fresh].filter((name) => !old.has(name)).sort(),
    removed: [...old].filter((name) => !fresh.has(name)).sort(),
  };
}

const toolOf = (text: string): string => text.split("(", 1)[0] ?? text;

function isNamed(tool: string, list: readonly string[]): boolean {
  return list.some((text) => text === tool || (text.endsWith("*") && tool.startsWith(text.slice(0, -1))));
}

/** The tools that are left to the main agent: what is denied only in part is still one of them. */
export function toolsOf(
  environment: Pick<LoadedEnvironment, "primary" | "rules"> | undefined,
  all: readonly string[] = ownToolNames,
): string[] {
  const allowed = environment?.primary?.allowedTools?.map(toolOf);
  const denied = environment?.rules.deny ?? [];
  return all.filter((tool) => (!allowed || isNamed(tool, allowed)) && !isNamed(tool, denied));
}

function side(value: string | undefined, key: "from" | "to"): Record<string, string> {
  return value === undefined ? {} : { [key]: value };
}

function compareValues(from: string | undefined, to: string | undefined) {
  return from === to ? undefined : { ...side(from, "from"), ...side(to, "to") };
}

/** What is different between two environments, or one and none. */
export async function compareEnvironments(parts: CompareParts): Promise<EnvironmentChange> {
  const { from, to, config } = parts;
  const skillsOf = async (environment: LoadedEnvironment | undefined) =>
    environment && environment.config.skills?.enabled !== false
      ? parts.skillNames(environment.skillsFolder)
      : [];
  const model = compareValues(from?.model ?? config.model, to?.model ?? config.model);
  const mode = compareValues(from?.config.mode ?? config.mode, to?.config.mode ?? config.mode);
  const subAgents = (environment: LoadedEnvironment | undefined) =>
    (environment?.agents ?? []).filter(({ role }) => role === "sub").map(({ id }) => id);
  return {
    ...side(from?.name, "from"),
    ...side(to?.name, "to"),
    ...(model ? { model } : {}),
    ...(mode ? { mode } : {}),
    tools: compareNames(toolsOf(from, parts.toolNames), toolsOf(to, parts.toolNames)),
    mcp: compareNames(Object.keys(from?.config.mcp ?? {}), Object.keys(to?.config.mcp ?? {})),
    skills: compareNames(await skillsOf(from), await skillsOf(to)),
    agents: compareNames(subAgents(from), subAgents(to)),
  };
}

const maxNames = 20;

/** Names of a person's files on one line, whatever characters they are made of. */
function wordNames(names: readonly string[], t: Translate): string {
  const shown = names.slice(0, maxNames).map((name) => name.replaceAll(/[\s\p{C}]+/gu, " ").slice(0, 100));
  const text = shown.join(", ");
  return names.length <= maxNames
    ? text
    : t("environment.more", { names: text, count: names.length - maxNames });
}

/** The change as the lines that a person, and the model of a session, reads. */
export function wordEnvironmentChange(change: EnvironmentChange, t: Translate): string[] {
  const none = t("environment.none");
  const automatic = t("environment.automatic");
  const lines = [t("environment.changed", { from: change.from ?? none, to: change.to ?? none })];
  const { model, mode } = change;
  if (model) lines.push(t("environment.model", { from: model.from ?? automatic, to: model.to ?? automatic }));
  if (mode) lines.push(t("environment.mode", { from: mode.from ?? "default", to: mode.to ?? "default" }));
  for (const kind of ["tools", "mcp", "skills", "agents"] as const) {
    const what = t(`environment.${kind}`);
    const { added, removed } = change[kind];
    if (added.length > 0) lines.push(t("environment.added", { what, names: wordNames(added, t) }));
    if (removed.length > 0) lines.push(t("environment.removed", { what, names: wordNames(removed, t) }));
  }
  return lines;
}
