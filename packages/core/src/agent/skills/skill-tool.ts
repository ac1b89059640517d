import { z } from "zod";
import { cutText, type ActiveSkill, type CallId, type EventDraft } from "../../protocol/index.ts";
import { mayInvoke, type CatalogEntry } from "../../skill/catalog/build-catalog.ts";
import { findSkill } from "../../skill/catalog/find-skill.ts";
import { renderUnknown } from "../../skill/render/activation.ts";
import { toPromptLine } from "../../skill/render/safe-text.ts";
import { wordReason } from "../../skill/render/word-reason.ts";
import type { Skill } from "../../skill/skill.ts";
import { defineTool, textResult, ToolFailure, type Tool, type ToolResult } from "../../tool/define-tool.ts";
import type { ExecuteEnv } from "../../tool/execute-env.ts";
import { sealActivation } from "../../tool/sealing.ts";
import type { Children } from "../children.ts";
import type { AgentType } from "../tasks/agent-type.ts";
import type { SessionLog } from "../session-log.ts";
import { ActivationRefused, prepareActivation, type Activation } from "./activate-skill.ts";
import { forkSkill } from "./fork-skill.ts";
import { searchSkills } from "./search-skills.ts";
import type { SkillSource, SkillState } from "./skill-source.ts";

export interface SkillToolEnv {
  log: SessionLog;
  execute: () => ExecuteEnv;
  source: SkillSource;
  /** The newest state that was read. */
  state(): Promise<SkillState>;
  children: Children;
  types: readonly AgentType[];
  /** How the folder of an active skill differs from what was approved before, by id. */
  changes: Map<string, string>;
  /** Whether this session is itself a sub-agent. */
  isChild: boolean;
}

/** How often one skill may be loaded with other arguments in one run, and how deep skills may call skills. */
const maxLoads = 8;
const maxWhy = 300;
const maxDepth = 30;

/** What the model said when it made a call: its reason, if it gave one. */
function saidWith({ log }: SkillToolEnv, callId: CallId): string {
  const message = log.view.entries.findLast(
    (entry) => entry.kind === "message" && entry.calls.includes(callId),
  );
  return message?.kind === "message" ? cutText(message.text.trim(), maxWhy) : "";
}

/** The skills of this run that called each other, the innermost last. */
function callersOf(env: SkillToolEnv): ActiveSkill[] {
  const { view } = env.log;
  return Object.values(view.skills).filter((skill) => !skill.own && skill.runId === view.run?.runId);
}

function countLoads(env: SkillToolEnv, skillId: string): number {
  const { view } = env.log;
  const messages = view.entries.filter(
    (entry) => entry.kind === "message" && entry.runId === view.run?.runId,
  );
  const calls = messages.flatMap((entry) => (entry.kind === "message" ? entry.calls : []));
  return calls.filter((id) => view.calls[id]?.details?.["skillId"] === skillId).length;
}

function find(state: SkillState, env: SkillToolEnv, text: string): { entry: CatalogEntry; note?: string } {
  const { t } = env.execute();
  const { skill, note, candidates } = findSkill(state.skills, text, t);
  const entry = skill && state.catalog.entries.find((candidate) => candidate.skill.id === skill.id);
  if (entry) return { entry, ...(note === undefined ? {} : { note }) };
  const nearest = candidates.length > 0 ? candidates : listed(state).slice(0, 20);
  throw new ToolFailure(
    renderUnknown(
      text,
      nearest.map(({ name }) => name),
      t,
    ),
  );
}

function listed(state: SkillState): Skill[] {
  return state.catalog.entries.filter((entry) => entry.accessible).map((entry) => entry.skill);
}

/** Why a model may not load this one, as its result. */
function refuse(entry: CatalogEntry, env: SkillToolEnv): ToolFailure | undefined {
  const { t } = env.execute();
  const { skill, reason } = entry;
  if (mayInvoke(entry, "model")) return undefined;
  const name = toPromptLine(skill.name);
  if (reason === "denied") return new ToolFailure(t("skillTool.denied", { name }));
  if (reason === "manual") return new ToolFailure(t("skillTool.manual", { name }));
  return new ToolFailure(t("skillTool.notOffered", { name, reason: wordReason(entry, t) }));
}

/** A result with what screens show beside it. */
function loaded(entry: CatalogEntry, env: SkillToolEnv, text: string): ToolResult {
  const { skill, permission } = entry;
  return textResult(text, {
    title: env.execute().t("skillTool.loaded", { name: skill.name }),
    skillId: skill.id,
    skillName: skill.name,
    skillSource: skill.layer,
    permission,
  });
}

function guard(env: SkillToolEnv, skill: Skill, callers: readonly ActiveSkill[]): void {
  const { t } = env.execute();
  const count = countLoads(env, skill.id);
  if (count >= maxLoads) throw new ToolFailure(t("skillTool.tooOften", { name: skill.name, count }));
  if (callers.length >= maxDepth) {
    const chain = callers.map(({ name }) => name).join(" → ");
    throw new ToolFailure(t("skillTool.tooDeep", { depth: callers.length, chain }));
  }
}

async function load(
  env: SkillToolEnv,
  state: SkillState,
  wish: { entry: CatalogEntry; note?: string; arguments: string; callId: CallId },
  signal: AbortSignal,
): Promise<ToolResult> {
  const { entry, callId } = wish;
  // What a sealed one says of itself is known when it is open.
  const isSealed = entry.skill.layer === "pack" && env.execute().sealing !== undefined;
  const opened = isSealed ? await env.source.prepare?.(entry.skill, signal) : undefined;
  const skill = opened?.skill ?? entry.skill;
  const { log } = env;
  const execute = env.execute();
  const { t } = execute;
  const forks = skill.fields.context === "fork";
  if (forks && !env.isChild) return loaded(entry, env, await forkSkill(env, skill, wish, signal));
  const callers = callersOf(env);
  guard(env, skill, callers);
  const caller = callers.findLast((active) => active.skillId !== skill.id);
  const notes = [
    ...(wish.note === undefined ? [] : [wish.note]),
    ...(forks ? [t("skillTool.forkInline")] : []),
    ...(caller ? [t("skillTool.caller", { caller: caller.name })] : []),
  ];
  const why = saidWith(env, callId);
  const activation: Activation = {
    skill: entry.skill,
    arguments: wish.arguments,
    by: caller ? "skill" : "model",
    ...(why === "" ? {} : { why }),
    callId,
    notes,
    ...(caller ? { caller } : {}),
  };
  const event = await prepareActivation(
    { ...env, execute, mayRunCommands: state.mayRunCommands, signal, view: log.view },
    activation,
  );
  const before = log.view.skills[skill.id];
  const isSame = before?.digest === event.digest && before?.arguments === event.arguments;
  const isThere = before !== undefined && before.seq >= log.view.contextFrom;
  if (isSame && isThere) return loaded(entry, env, t("skillTool.again", { name: skill.name }));
  // Calls of one reply run beside each other: what they loaded meanwhile counts.
  guard(env, skill, callersOf(env));
  const { sealing } = execute;
  await log.append([sealing ? await sealActivation(event, sealing, log.putBlob) : event]);
  await env.source.used(skill.id);
  const result = loaded(entry, env, event.text);
  return event.sealed === undefined ? result : { ...result, sealed: event.sealed };
}

async function unload(env: SkillToolEnv, skill: Skill): Promise<ToolResult> {
  const { t } = env.execute();
  const name = skill.name;
  if (!env.log.view.skills[skill.id]) throw new ToolFailure(t("skillTool.notLoaded", { name }));
  const note = t("skillTool.unloaded", { name });
  const event: EventDraft<"skill.unloaded"> = { type: "skill.unloaded", skillId: skill.id, note };
  await env.log.append([event]);
  return textResult(note);
}

/** The Skill tool of one session. Its description is the list that the session's log holds. */
export function createSkillTool(env: SkillToolEnv): Tool {
  const { t } = env.execute();
  const input = z.object({
    skill: z.string().optional().describe(t("skillTool.skill")),
    arguments: z.string().max(100_000).optional().describe(t("skillTool.arguments")),
    search: z.string().max(1_000).optional().describe(t("skillTool.search")),
    unload: z.boolean().optional().describe(t("skillTool.unload")),
  });
  const subjectOf = async (text: string | undefined) => {
    if (text === undefined) return undefined;
    const state = await env.state();
    const { skill } = findSkill(state.skills, text, t);
    const entry = skill && state.catalog.entries.find((candidate) => candidate.skill.id === skill.id);
    return entry && mayInvoke(entry, "model") ? entry : undefined;
  };
  return defineTool({
    name: "Skill",
    description: t("skillTool.description"),
    input,
    aliases: {
      name: "skill",
      skill_name: "skill",
      skill_id: "skill",
      command: "skill",
      args: "arguments",
      query: "search",
    },
    effect: "interact",
    parallel: true,
    definition: () => {
      const { listing } = env.log.view;
      if (listing?.form !== "tool" || listing.text === "") return undefined;
      return { description: listing.text, ...(listing.names ? { choices: { skill: listing.names } } : {}) };
    },
    async describe({ skill, search }) {
      const entry = await subjectOf(skill);
      const name = entry?.skill.name ?? skill ?? "";
      const title =
        search === undefined ? t("skillTool.title", { name }) : t("skillTool.searchTitle", { query: search });
      return {
        title: toPromptLine(title),
        resources: [],
        ...(entry ? { subject: entry.skill.name } : {}),
        ...(entry?.permission === "ask" ? { ask: "permissions.skill" } : {}),
      };
    },
    async run(wish, context) {
      const state = await env.state();
      if (wish.search !== undefined && wish.skill === undefined)
        return textResult(searchSkills(state, wish.search, t));
      if (wish.skill === undefined) throw new ToolFailure(t("skillTool.nothing"));
      const { entry, note } = find(state, env, wish.skill);
      if (wish.unload === true) return unload(env, entry.skill);
      const refused = refuse(entry, env);
      if (refused) throw refused;
      try {
        const request = { entry, arguments: wish.arguments ?? "", callId: context.callId };
        return await load(env, state, note === undefined ? request : { ...request, note }, context.signal);
      } catch (error) {
        if (error instanceof ActivationRefused) throw new ToolFailure(error.message, { cause: error });
        throw error;
      }
    },
  });
}
