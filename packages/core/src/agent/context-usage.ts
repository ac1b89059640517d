import { contextParts, unspill, type CallView, type ContextPart, type Spilled } from "../protocol/index.ts";
import type { ContextUnit } from "./context.ts";
import { budgetOf, readRequest, type RequestEnv } from "./context-request.ts";
import { measureContext } from "./measure-context.ts";
import type { TokenMeter } from "./measure-text.ts";
import type { SessionLog } from "./session-log.ts";

/** Who uses how much of what a model can read, in tokens. */
export interface ContextUsage {
  model: string;
  /** What the model can read. */
  context: number;
  /** Above this a request is made smaller. */
  budget: number;
  used: number;
  free: number;
  /** Whether the provider's own counting is behind it. */
  measured: boolean;
  parts: Record<ContextPart, number>;
  /** Messages that are left out and stand in no summary. */
  omitted: number;
}

type Add = (part: ContextPart, tokens: number) => void;

const ofKind = { summary: "summary", skill: "skills", prompt: "prompts", note: "notes" } as const;

/** Divides what was measured for a whole among texts of it; what none of them is goes to `rest`. */
async function divide(
  meter: TokenMeter,
  whole: string,
  measured: number,
  texts: readonly [ContextPart, string][],
  rest: ContextPart,
  add: Add,
): Promise<void> {
  const scale = measured / Math.max(1, await meter.text(whole));
  let left = measured;
  for (const [part, text] of texts) {
    const tokens = Math.min(left, (await meter.text(text)) * scale);
    add(part, tokens);
    left -= tokens;
  }
  add(rest, left);
}

/** The texts of a system prompt that are not our own. */
async function foreignTexts({ view, getText }: SessionLog): Promise<[ContextPart, string][]> {
  const own = Object.values(view.skills).find((skill) => skill.own);
  const list = view.listing?.form === "tool" ? undefined : view.listing;
  const { instructions } = view;
  const read = ({ text, blobs }: { text: string; blobs?: Spilled[] }): Promise<string> =>
    unspill(text, blobs, "text", getText);
  const texts: [ContextPart, string][] = [];
  if (own) texts.push(["skills", await read(own)]);
  if (list) texts.push(["skills", await read(list)]);
  if (instructions) texts.push(["instructions", await read(instructions)]);
  return texts;
}

async function addUnits(
  { log, meter }: RequestEnv,
  units: readonly ContextUnit[],
  sizes: readonly number[],
  add: Add,
): Promise<void> {
  const isSkill = (callId: string): boolean =>
    log.view.calls[callId as CallView["callId"]]?.details?.["skillId"] !== undefined;
  for (const [index, unit] of units.entries()) {
    const scale = (sizes[index] ?? 0) / Math.max(1, await meter.messages(unit.messages));
    for (const message of unit.messages) {
      const tokens = (await meter.messages([message])) * scale;
      if (message.role === "assistant") add("replies", tokens);
      else if (message.role === "tool") add(isSkill(message.callId) ? "skills" : "results", tokens);
      else add(unit.kind === "reply" ? "results" : ofKind[unit.kind], tokens);
    }
  }
}

function emptyParts(): Record<ContextPart, number> {
  return {
    system: 0,
    tools: 0,
    skills: 0,
    instructions: 0,
    summary: 0,
    prompts: 0,
    replies: 0,
    results: 0,
    notes: 0,
  };
}

/** What the next request of a session would be made of. Nothing is asked of the model and nothing is changed. */
export async function describeContext(env: RequestEnv): Promise<ContextUsage> {
  const { view } = env.log;
  const request = await readRequest(env);
  const { meter, log } = env;
  const measured = await measureContext(view, request, meter);
  const parts = emptyParts();
  const add: Add = (part, tokens) => {
    parts[part] += tokens;
  };
  const { system, tools, units } = request;
  const skillTool = tools.filter(({ name }) => name === "Skill");
  const ofSkills = skillTool.map((tool): [ContextPart, string] => ["skills", JSON.stringify(tool)]);
  await divide(meter, system, measured.system, await foreignTexts(log), "system", add);
  await divide(meter, JSON.stringify(tools), measured.tools, ofSkills, "tools", add);
  await addUnits(env, units, measured.sizes, add);
  for (const part of contextParts) parts[part] = Math.round(parts[part]);
  const used = contextParts.reduce((sum, part) => sum + parts[part], 0);
  const { context } = request.model.limits;
  return {
    model: request.model.id,
    context,
    budget: budgetOf(view, request.model),
    used,
    free: Math.max(0, context - used),
    measured: measured.isKnown,
    parts,
    omitted: view.start?.omitted ?? 0,
  };
}
