import { SkillmintError, type EventDraft } from "../protocol/index.ts";
import { countFreed, planClearing, planShortening, type Clearing } from "./clear-results.ts";
import { planCut, type Cut } from "./compact-plan.ts";
import { summarize, type SummaryEnv } from "./compact-summary.ts";
import type { ContextUnit } from "./context.ts";
import { readRequest, type ContextRequest } from "./context-request.ts";
import type { SessionInstructions } from "./instructions/session-instructions.ts";
import { measureContext, surelyFits, type Measured } from "./measure-context.ts";
import type { SessionSkills } from "./skills/session-skills.ts";
import { tellPlanMode } from "./tell-plan-mode.ts";

export interface FitEnv extends SummaryEnv {
  skills?: Pick<SessionSkills, "prepare">;
  instructions?: Pick<SessionInstructions, "prepare">;
}

/** What requests carry beside the conversation; some of it is made anew where the context changed. */
export async function prepareContext({ skills, instructions }: FitEnv): Promise<void> {
  await skills?.prepare();
  await instructions?.prepare();
}

/** Clearing is done where it brings a request below this share of its room; otherwise it would be done again soon. */
const clearedShare = 0.65;
const summarizedCut = { tailShare: 0.3, headShare: 0.2 };
const trimmedCut = { tailShare: 0.5, headShare: 0 };
const maxRounds = 6;

type Compacted = EventDraft<"session.compacted">;

/**
 * Appends what was decided on the session as it was. What came in meanwhile (a prompt, an answer) stands behind the
 * cut and does not matter to it; where the context itself was changed by somebody, nothing is appended.
 */
export async function appendCompaction({ log }: FitEnv, event: Compacted): Promise<boolean> {
  const changedAt = log.view.contextChangedAt;
  for (;;) {
    if (log.view.contextChangedAt !== changedAt) return true;
    try {
      await log.append([event], { durable: true, decision: true });
      return true;
    } catch (error) {
      if (!SkillmintError.is(error) || error.code !== "sequence-conflict") throw error;
      await log.refresh();
    }
  }
}

async function clear(
  { log, execute }: FitEnv,
  units: readonly ContextUnit[],
  clearing: Clearing | undefined,
  scale: number,
): Promise<boolean> {
  if (!clearing) return false;
  const freed = Math.max(0, countFreed(units, clearing, execute.t));
  await log.append([{ type: "results.cleared", ...clearing, freed, scale }]);
  return true;
}

async function trim(env: FitEnv, cut: Cut | undefined, scale: number): Promise<boolean> {
  if (!cut) return false;
  const omitted = (env.log.view.start?.omitted ?? 0) + cut.messages;
  return appendCompaction(env, {
    type: "session.compacted",
    summary: "",
    keptFrom: cut.keptFrom,
    omitted,
    scale,
  });
}

/**
 * Makes a request smaller by one step, the gentlest that is enough: clears old results, has the model summarise what
 * is old, leaves that out without a summary, shortens what is new. Returns whether anything changed.
 */
async function makeRoom(
  env: FitEnv,
  { model, units }: ContextRequest,
  measured: Measured,
  compactFirst: boolean,
): Promise<boolean> {
  const { log, meter, signal } = env;
  const { t } = env.execute;
  const { room, scale } = measured;
  const clearing = (enough: number) => planClearing(units, measured, enough, meter, t);
  if (!compactFirst && (await clear(env, units, await clearing(room * clearedShare), scale))) return true;
  const wish = compactFirst ? { ...summarizedCut, headShare: 0 } : summarizedCut;
  const cut = planCut(log.view, units, measured, wish);
  if (cut) {
    const summary = await summarize(env, model, {
      keptFrom: cut.keptFrom,
      room: room / scale,
      trigger: "auto",
    });
    if (signal.aborted) return false;
    if ("text" in summary) {
      const { text, usage } = summary;
      return appendCompaction(env, {
        type: "session.compacted",
        summary: text,
        keptFrom: cut.keptFrom,
        usage,
        scale,
      });
    }
    if (await clear(env, units, await clearing(room), scale)) return true;
    if (await trim(env, planCut(log.view, units, measured, trimmedCut), scale)) return true;
  }
  if (await clear(env, units, await clearing(Number.POSITIVE_INFINITY), scale)) return true;
  if (await clear(env, units, planShortening(units, measured), scale)) return true;
  return trim(env, planCut(log.view, units, measured, trimmedCut), scale);
}

export interface Fitted {
  request: ContextRequest;
  /** Whether the context was changed for it. */
  isChanged: boolean;
}

/**
 * The next request, made to fit its budget. Everything that changes what the model reads at its beginning is an event,
 * taken in large steps, so that the beginning stays the same from request to request and is cached. `refused`: a
 * request that was too long for the provider, whatever we thought; half of it has to do then.
 */
export async function fitContext(env: FitEnv, refused?: ContextRequest): Promise<Fitted> {
  const { log, meter, signal } = env;
  const most = refused && (await measureContext(log.view, refused, meter)).total / 2;
  for (let round = 0; ; round++) {
    const request = await readRequest(env);
    const isChanged = round > 0;
    if (signal.aborted || round === maxRounds) return { request, isChanged };
    if (most === undefined && surelyFits(log.view, request)) return { request, isChanged };
    const measured = await measureContext(log.view, request, meter);
    const room = Math.min(measured.room, most ?? measured.room);
    if (measured.total <= room) return { request, isChanged };
    const isFirst = refused !== undefined && round === 0;
    if (!(await makeRoom(env, request, { ...measured, room }, isFirst))) return { request, isChanged };
    await prepareContext(env);
    const told = tellPlanMode(log.view, env.execute.t);
    if (told.length > 0) await log.append(told);
  }
}
