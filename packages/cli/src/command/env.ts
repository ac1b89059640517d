import type { Diagnostic, EnvironmentChange, Environments, EnvironmentSummary } from "@skillmint/core";
import type { CliContext } from "../cli-context.ts";
import { oneLine } from "../render/sanitize.ts";
import { usage } from "./run-flags.ts";
import { wordDiagnostic } from "./word-diagnostic.ts";

/** Nothing here needs the database of sessions, so none is opened. */
async function open(context: CliContext): Promise<Environments> {
  const { openEnvironments } = await import("@skillmint/core");
  return openEnvironments({ env: context.env, language: context.language });
}

const line = (text: string): string => oneLine(text, 4096);

function complain(context: CliContext, diagnostics: readonly Diagnostic[]): void {
  for (const diagnostic of diagnostics) context.stderr.write(`${wordDiagnostic(diagnostic)}\n`);
}

function toLine(
  { t }: CliContext,
  { name, active, broken, displayName, description, model }: EnvironmentSummary,
) {
  const title = displayName === undefined || displayName === name ? "" : displayName;
  const parts = [title, description ?? "", model ?? "", broken ? t("cliEnv.broken", { name }) : ""];
  const about = parts.filter((part) => part !== "").map((part) => oneLine(part, 100));
  return `${active ? "*" : " "} ${name.padEnd(20)} ${about.join(" · ")}`.trimEnd();
}

export async function listEnvironments(context: CliContext): Promise<number> {
  const found = await (await open(context)).list();
  if (context.json) {
    context.printJson(found);
    return 0;
  }
  if (found.environments.length === 0) context.print(context.t("cliEnv.empty"));
  for (const environment of found.environments) context.print(toLine(context, environment));
  complain(context, found.diagnostics);
  return 0;
}

type Shown = Awaited<ReturnType<Environments["show"]>>;

/** Names and numbers, and whatever was written about servers only by name: it may hold what is nobody's business. */
function toJson(shown: Shown) {
  const { name, active, folder, config, agents, model, rules, models, skills, skillsFolder, diagnostics } =
    shown;
  const { displayName, description, mode, language, limits, permissions, sandbox, network } = config;
  return {
    name,
    active,
    folder: folder.root,
    broken: diagnostics.some(({ severity }) => severity === "error"),
    displayName,
    description,
    model,
    mode,
    language,
    sandbox,
    network,
    limits,
    rules,
    permissions: { skill: permissions?.skill ?? {} },
    agents,
    models: Object.keys(models.models),
    providers: Object.keys(models.providers),
    mcp: Object.keys(config.mcp ?? {}),
    skills,
    skillsFolder,
    diagnostics,
  };
}

function factsOf({ t }: CliContext, shown: Shown): [string, string][] {
  const { config, agents, model, rules, models, skills } = shown;
  const list = (names: readonly string[]): string => names.join(", ");
  const limits = Object.entries(config.limits ?? {}).map(([name, value]) => `${name} ${String(value)}`);
  const named = agents.map(({ id, role }) => `${id} (${role})`);
  return [
    [t("cliEnv.folder"), shown.folder.root],
    [t("cliEnv.description"), config.description ?? ""],
    [t("cliEnv.model"), model ?? ""],
    [t("cliEnv.mode"), config.mode ?? ""],
    [t("cliEnv.language"), config.language ?? ""],
    [t("cliEnv.limits"), list(limits)],
    [t("cliEnv.allow"), list(rules.allow)],
    [t("cliEnv.ask"), list(rules.ask)],
    [t("cliEnv.deny"), list(rules.deny)],
    [t("cliEnv.agents"), list(named)],
    [t("cliEnv.models"), list([...Object.keys(models.models), ...Object.keys(models.providers)])],
    [t("cliEnv.mcp"), list(Object.keys(config.mcp ?? {}))],
    [t("cliEnv.skills"), list(skills)],
  ];
}

/** What a broken one says is shown as far as it can be read, with exit code 1. */
export async function showEnvironment(context: CliContext, name: string | undefined): Promise<number> {
  const environments = await open(context);
  const wanted = name ?? (await environments.list()).active;
  if (wanted === undefined) {
    if (context.json) context.printJson(null);
    else context.print(context.t("cliEnv.noneInUse"));
    return 0;
  }
  const shown = await environments.show(wanted);
  if (context.json) context.printJson(toJson(shown));
  else {
    const title = shown.config.displayName ?? wanted;
    const inUse = shown.active ? ` (${context.t("cliEnv.inUse")})` : "";
    context.print(`${wanted}${title === wanted ? "" : ` · ${line(title)}`}${inUse}`);
    for (const [fact, text] of factsOf(context, shown))
      if (text !== "") context.print(`  ${fact}: ${line(text)}`);
    complain(context, shown.diagnostics);
  }
  return shown.diagnostics.some(({ severity }) => severity === "error") ? 1 : 0;
}

async function wordChange({ t }: CliContext, change: EnvironmentChange): Promise<string> {
  const { wordEnvironmentChange } = await import("@skillmint/core");
  if (change.from !== change.to)
    return [...wordEnvironmentChange(change, t), t("cliEnv.fromNextRun")].join("\n");
  return change.to === undefined ? t("cliEnv.sameNone") : t("cliEnv.same", { name: change.to });
}

export async function useEnvironment(
  context: CliContext,
  name: string | undefined,
  flags: { none?: boolean },
): Promise<number> {
  if (flags.none && name !== undefined) throw usage(context.t("cliEnv.nameOrNone"));
  if (!flags.none && name === undefined) throw usage(context.t("cliEnv.whichOne"));
  const change = await (await open(context)).use(name);
  if (context.json) context.printJson(change);
  else context.print(await wordChange(context, change));
  return 0;
}

export async function createEnvironment(
  context: CliContext,
  name: string,
  flags: { from?: string },
): Promise<number> {
  const { folder, diagnostics } = await (await open(context)).create(name, flags);
  if (context.json) context.printJson({ name, folder, diagnostics });
  else context.print(context.t("cliEnv.created", { name, folder: line(folder) }));
  if (!context.json) complain(context, diagnostics);
  return 0;
}

export async function deleteEnvironment(
  context: CliContext,
  name: string,
  flags: { force?: boolean },
): Promise<number> {
  const { folder, wasActive } = await (await open(context)).delete(name, flags);
  if (context.json) context.printJson({ name, folder, wasActive });
  else {
    context.print(context.t("cliEnv.deleted", { name, folder: line(folder) }));
    if (wasActive) context.print(context.t("cliEnv.deletedActive"));
  }
  return 0;
}
