import type { ActiveSkill, CallId, EventDraft, PromptId, SessionView } from "../../protocol/index.ts";
import { isCommand, joinBody, planBody } from "../../skill/render/plan-body.ts";
import type { PlaceholderValues } from "../../skill/render/placeholders.ts";
import { renderActivation } from "../../skill/render/activation.ts";
import { listSkillFiles } from "../../skill/list-skill-files.ts";
import { readSkill } from "../../skill/read-skill.ts";
import type { Data, ParsedSkill, Skill, SkillFields } from "../../skill/skill.ts";
import type { ExecuteEnv } from "../../tool/execute-env.ts";
import { runUnasked } from "../../tool/run-unasked.ts";
import { readSkillHooks } from "../hooks/skill-hooks.ts";
import type { SkillSource } from "./skill-source.ts";

export interface ActivateEnv {
  view: SessionView;
  execute: ExecuteEnv;
  source: SkillSource;
  changes: Map<string, string>;
  mayRunCommands: boolean;
  signal: AbortSignal;
}

/** Which skill is to become part of the conversation, and on whose word. */
export interface Activation {
  skill: Skill;
  arguments: string;
  by: "model" | "person" | "skill";
  why?: string;
  callId?: CallId;
  promptId?: PromptId;
  /** The session's own skill: its body alone is the text, as the system prompt. */
  own?: boolean;
  caller?: ActiveSkill;
  /** What the model is to know before it reads the instructions. */
  notes?: string[];
}

/** Why a skill could not become part of the conversation, in words for whoever asked. */
export class ActivationRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ActivationRefused";
  }
}

/** How many of its files the session's own skill is told. */
const maxOwnFiles = 50;

/** At least five of ten: what other clients know as effort, as our three. */
const efforts: Readonly<Record<string, "low" | "medium" | "high">> = {
  minimal: "low",
  low: "low",
  medium: "medium",
  high: "high",
  xhigh: "high",
  max: "high",
};

export function toEffort(effort: string | undefined): "low" | "medium" | "high" | undefined {
  return effort === undefined ? undefined : efforts[effort.toLowerCase()];
}

function valuesOf(env: ActivateEnv, skill: Skill, fields: SkillFields, text: string): PlaceholderValues {
  return {
    arguments: text,
    names: fields.arguments ?? [],
    sessionId: env.view.sessionId,
    effort: fields.effort ?? "",
    skillDir: skill.folder,
    projectDir: env.view.folder,
    pluginRoot: skill.root,
    pluginData: skill.root,
  };
}

/** Runs the commands inside a skill's text, each only if nobody has to be asked; the first that may not ends it all. */
async function fillBody(
  env: ActivateEnv,
  skill: Skill,
  { body, fields: { shell } }: ParsedSkill,
  values: PlaceholderValues,
): Promise<string> {
  const { execute, signal } = env;
  const { t } = execute;
  const plan = planBody(body, values);
  const outputs: string[] = [];
  for (const segment of plan.segments) {
    if (!isCommand(segment)) continue;
    const { command } = segment;
    const named = { name: skill.name, command };
    const refuse = (reason: string): ActivationRefused =>
      new ActivationRefused(t("skillTool.shellRefused", { ...named, reason }));
    if (!env.mayRunCommands) throw refuse(t("skillTool.shellOff"));
    if (skill.layer === "mcp") throw refuse(t("skillTool.shellRemote"));
    if (segment.isUnsafe) throw refuse(t("skillTool.shellUnsafe"));
    if (shell === "powershell" && process.platform !== "win32") throw refuse(t("skillTool.shellForeign"));
    const outcome = await runUnasked(execute, "Bash", { command, timeout_ms: 120_000 }, signal);
    if (outcome.ok) outputs.push(outcome.text);
    else if (outcome.refused) throw refuse(outcome.reason);
    else throw new ActivationRefused(t("skillTool.shellFailed", { ...named, output: outcome.reason }));
  }
  return joinBody(plan.segments, outputs);
}

type Terms = NonNullable<EventDraft<"skill.activated">["terms"]>;

/** In rules of its own a skill may name its folder by the variables its text knows. */
export function expandFolders(rule: string, skill: Skill): string {
  return rule
    .replaceAll(/\$\{(?:CLAUDE|SKILLMINT)_SKILL_DIR\}|\{baseDir\}/g, () => skill.folder)
    .replaceAll(/\$\{(?:CLAUDE|SKILLMINT)_PLUGIN_ROOT\}/g, () => skill.root);
}

function termsOf(
  skill: Skill,
  fields: SkillFields,
  own: boolean,
  { approved, withheld = false }: { approved: boolean; withheld?: boolean },
): Terms {
  const { allowedTools, disallowedTools, model, effort, maxIterations, contextBudget } = fields;
  // What a server gives cannot bring further servers.
  const servers = skill.layer === "mcp" || withheld ? [] : serversOf(fields);
  const isRestricting = (allowedTools?.length ?? 0) > 0 && (own || fields.restrict === true);
  return {
    ...(withheld ? { withheld } : {}),
    ...(allowedTools ? { allowedTools: allowedTools.map((rule) => expandFolders(rule, skill)) } : {}),
    ...(disallowedTools ? { disallowedTools } : {}),
    ...(isRestricting ? { restrict: true } : {}),
    ...(approved ? { approved } : {}),
    ...(model === undefined || model === "inherit" ? {} : { model }),
    ...(effort === undefined ? {} : { effort }),
    ...(maxIterations === undefined ? {} : { maxIterations }),
    ...(contextBudget === undefined ? {} : { contextBudget }),
    ...(servers.length === 0 ? {} : { mcpServers: Object.fromEntries(servers) }),
  };
}

/** The MCP servers that a skill defines: a bare name is one that it expects to be there. */
function serversOf({ mcpServers = [] }: SkillFields): [name: string, definition: Data][] {
  const entries = Array.isArray(mcpServers) ? mcpServers : [mcpServers];
  return entries
    .flatMap((entry) => (typeof entry === "string" || Array.isArray(entry) ? [] : Object.entries(entry)))
    .filter(([, definition]) => typeof definition === "object")
    .slice(0, 20);
}

async function listPaths(skill: Skill): Promise<{ paths: readonly string[]; more: number }> {
  const { files, more } = await listSkillFiles(skill);
  return { paths: files.map(({ path }) => path), more };
}

/**
 * Reads a skill's text as it is on disk now, fills it in and says what holds while it is active. Nothing is stored
 * yet. Refused with `ActivationRefused`.
 */
export async function prepareActivation(
  env: ActivateEnv,
  activation: Activation,
): Promise<EventDraft<"skill.activated"> & { text: string }> {
  const { own = false, by, why, callId, promptId, caller } = activation;
  const { t } = env.execute;
  const prepared = await env.source.prepare?.(activation.skill, env.signal);
  const skill = prepared?.skill ?? activation.skill;
  const sealed = prepared?.sealed;
  const parsed = sealed?.parsed ?? (await readSkill(skill, t));
  if (parsed.state === "unreadable") {
    const error = parsed.diagnostics.map(({ message }) => message).join("; ");
    throw new ActivationRefused(t("skillTool.unreadable", { error }));
  }
  const { fields } = parsed;
  // The catalog could not know what is sealed.
  if (sealed && by !== "person" && fields.disableModelInvocation)
    throw new ActivationRefused(t("skillTool.manual", { name: skill.name }));
  const values = valuesOf(env, skill, fields, activation.arguments);
  const body = await fillBody(env, skill, parsed, values);
  const { paths, more } = sealed ? { paths: sealed.files, more: 0 } : await listPaths(skill);
  const approval = await env.source.approve(skill);
  if (approval.change !== undefined) env.changes.set(skill.id, approval.change);
  const isApproved = approval.approved && (fields.allowedTools?.length ?? 0) > 0;
  const withheld = approval.withheld ?? false;
  const terms = termsOf(skill, fields, own, { approved: isApproved && !withheld, withheld });
  // What runs at hooks stands in the log, where nothing sealed may.
  const mayHook = !withheld && !sealed;
  const { hooks, diagnostics } = await readSkillHooks(skill, mayHook ? fields.hooks : undefined, t);
  for (const diagnostic of diagnostics) env.execute.hooks?.tell(diagnostic);
  const held = hooks.length === 0 ? terms : { ...terms, hooks };
  const note = [...(activation.notes ?? []), ...(sealed?.note ? [sealed.note] : [])].join("\n");
  const text = own
    ? [body, ...(sealed ? [sealed.filesText, sealed.note ?? ""] : [])]
        .filter((part) => part !== "")
        .join("\n\n")
    : renderActivation({
        skill,
        body,
        files: [...paths],
        more,
        t,
        ...(note === "" ? {} : { note }),
      });
  return {
    type: "skill.activated",
    skillId: skill.id,
    name: skill.name,
    digest: approval.digest,
    folder: skill.command === undefined ? skill.folder : skill.file,
    ...(skill.root === skill.folder ? {} : { root: skill.root }),
    ...(own && paths.length > 0 && !sealed ? { files: paths.slice(0, maxOwnFiles) } : {}),
    text,
    ...(activation.arguments === "" ? {} : { arguments: activation.arguments }),
    ...(own ? { own } : {}),
    by,
    ...(why === undefined ? {} : { why }),
    ...(callId ? { callId } : {}),
    ...(promptId ? { promptId } : {}),
    ...(caller ? { caller: caller.skillId } : {}),
    ...(sealed ? { sealed: sealed.name } : {}),
    ...(Object.keys(held).length > 0 ? { terms: held } : {}),
  };
}
