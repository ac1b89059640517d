import { SkillmintError, type Usage } from "../protocol/index.ts";
import { planCut } from "./compact-plan.ts";
import { summarize } from "./compact-summary.ts";
import { readRequest } from "./context-request.ts";
import { appendCompaction, type FitEnv } from "./fit-context.ts";
import { measureContext } from "./measure-context.ts";

export interface Compacted {
  summary: string;
  usage: Usage;
}

/** A person wants it short: only what the model has not answered to stays as it was said. */
const cut = { tailShare: 0, headShare: 0 };

/**
 * Has the model summarise a conversation because a person asked for it, however long it is. Nothing where there is
 * nothing to summarise. Refused with the model's error, or with `usage` where a hook is against it.
 */
export async function compactContext(env: FitEnv, words?: string): Promise<Compacted | undefined> {
  const { log, meter } = env;
  const request = await readRequest(env);
  const measured = await measureContext(log.view, request, meter);
  const { scale, room } = measured;
  const planned = planCut(log.view, request.units, measured, cut);
  if (!planned) return undefined;
  const { keptFrom } = planned;
  const summary = await summarize(env, request.model, {
    keptFrom,
    room: room / scale,
    trigger: "manual",
    ...(words === undefined ? {} : { words }),
  });
  if ("error" in summary) throw summary.error;
  if ("denied" in summary) throw new SkillmintError("usage", { params: { message: summary.denied } });
  const { text, usage } = summary;
  await appendCompaction(env, { type: "session.compacted", summary: text, keptFrom, usage, scale });
  return { summary: text, usage };
}
