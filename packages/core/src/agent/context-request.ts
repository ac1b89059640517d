import type { Model, ModelMessage, ModelRequest, ToolDefinition } from "../model/model.ts";
import type { Limits, SessionView } from "../protocol/index.ts";
import { offersTool } from "../permission/find-rule.ts";
import type { Rules } from "../permission/rules.ts";
import type { ExecuteEnv } from "../tool/execute-env.ts";
import { leavesTool } from "../tool/restriction.ts";
import { buildContext, type ContextUnit } from "./context.ts";
import { countChars, type TokenMeter } from "./measure-text.ts";
import { buildSystemPrompt } from "./prompt.ts";
import type { SessionLog } from "./session-log.ts";
import { toEffort } from "./skills/activate-skill.ts";
import { skillWish } from "./skills/active-skills.ts";

/** What a request of an agent is made of. */
export interface RequestEnv {
  log: SessionLog;
  /** The model the session's settings name now: a prompt may change it while the run works. */
  model(): Promise<Model>;
  execute: ExecuteEnv;
  /** Name in the tree of agents: `main`, `main/task_1`. */
  agent: string;
  /** The tools of the next request, before rules take some away; none at all is plain chat (`--no-tools`). */
  tools(view: SessionView): Promise<ToolDefinition[]>;
  /** What the agent is told of itself instead of our own words. */
  prompt?: string;
  /** What the run may use up, by the settings of now. */
  limits(): Limits;
  meter: TokenMeter;
}

/** A request before it is known to fit. */
export interface ContextRequest {
  model: Model;
  system: string;
  tools: ToolDefinition[];
  units: ContextUnit[];
  /** The sequence it was made from. */
  readTo: number;
  place: ModelRequest["place"];
}

/** How much of a model's context a conversation may fill. */
const contextShare = 0.7;

/** Whether a tool is offered: not where a rule refuses it as a whole, or a skill leaves it out. */
export function isOffered(execute: ExecuteEnv, rules: Rules, name: string): boolean {
  const restrictions = execute.restrictions?.() ?? [];
  return offersTool(rules, name) && restrictions.every((restriction) => leavesTool(restriction, name));
}

/** The budget of a request in tokens: a share of what the model can read, or what the session's own skill sets. */
export function budgetOf(view: SessionView, { limits }: Model): number {
  const share = Math.floor(limits.context * contextShare);
  const own = Object.values(view.skills).find((skill) => skill.own);
  return Math.min(share, own?.terms.contextBudget ?? share);
}

/** What the next request would say, by the session as it is at this moment. Nothing is changed. */
export async function readRequest(env: RequestEnv): Promise<ContextRequest> {
  const { log, execute } = env;
  const { view } = log;
  const model = await env.model();
  // All read the session as it is now, whatever comes in while blobs are read.
  const readTo = view.seq;
  const reading = Promise.all([buildContext(view, log, execute.t, model.limits, env.meter), env.tools(view)]);
  const iteration = view.entries.filter((entry) => entry.kind === "message").length + 1;
  const rules = execute.rules();
  const [units, offered] = await reading;
  const tools = offered.filter(({ name }) => isOffered(execute, rules, name));
  const { iterations } = env.limits();
  const about = {
    tools: tools.map((tool) => tool.name),
    model: model.id,
    ...(iterations === undefined ? {} : { iterations }),
    ...(env.prompt === undefined ? {} : { prompt: env.prompt }),
  };
  const system = await buildSystemPrompt(view, about, execute.t, log.getText);
  return { model, system, tools, units, readTo, place: { agent: env.agent, iteration } };
}

/** The model's own maximum, less where a long conversation leaves no room for it: providers refuse the sum. */
function outputLimit({ limits }: Model, messages: readonly ModelMessage[], fixed: number): number {
  const read = Math.min(fixed + Math.ceil(countChars(messages) / 2), limits.context * contextShare);
  return Math.min(limits.output, Math.max(1_024, Math.floor(limits.context - read)));
}

export function toModelRequest(
  view: SessionView,
  { model, system, tools, units, place }: ContextRequest,
): ModelRequest {
  const messages = units.flatMap((unit) => unit.messages);
  const fixed = Math.ceil((system.length + JSON.stringify(tools).length) / 4);
  const effort = toEffort(skillWish(view, "effort"));
  return {
    system,
    messages,
    tools,
    maxOutputTokens: outputLimit(model, messages, fixed),
    ...(effort ? { reasoningEffort: effort } : {}),
    place,
  };
}
