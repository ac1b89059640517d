import type { SessionView } from "../protocol/index.ts";
import type { ContextSizes } from "./clear-results.ts";
import { budgetOf, type ContextRequest } from "./context-request.ts";
import { countChars, type TokenMeter } from "./measure-text.ts";

/** A count further off than this says more of the provider than of the estimate. */
const minScale = 0.5;
const maxScale = 4;
/** The conversation gets at least this share of the budget, however much tools and instructions take. */
const minRoom = 0.25;

export interface Measured extends ContextSizes {
  /** Of the system prompt and of the tools. */
  system: number;
  tools: number;
  budget: number;
  /** Whether the provider's own counting is behind it. */
  isKnown: boolean;
}

/** The newest reply whose request is still the beginning of the next one, with what the provider counted for it. */
function lastCounted(view: SessionView, { model, readTo }: ContextRequest) {
  return view.entries.findLast(
    (entry) =>
      entry.kind === "message" &&
      entry.seq > view.contextChangedAt &&
      entry.seq <= readTo &&
      entry.model === model.id &&
      entry.usage.input > 0,
  );
}

/** Whether a request is surely within its budget, without an estimate: a character is a token at most. */
export function surelyFits(view: SessionView, request: ContextRequest): boolean {
  const fixed = (request.system.length + JSON.stringify(request.tools).length) / 4;
  const said = countChars(request.units.flatMap((unit) => unit.messages));
  return fixed + said <= budgetOf(view, request.model);
}

/**
 * How much a request takes: what the provider counted for the one before it, and an estimate of what came after. Where
 * the former was more than its own estimate, the latter is corrected by as much; never downwards, because a count of
 * little but tools and instructions says nothing of a conversation. Without a count it is the estimate.
 */
export async function measureContext(
  view: SessionView,
  request: ContextRequest,
  meter: TokenMeter,
): Promise<Measured> {
  const system = await meter.text(request.system);
  const tools = await meter.text(JSON.stringify(request.tools));
  const raw: number[] = [];
  for (const unit of request.units) raw.push(await meter.messages(unit.messages));
  const counted = lastCounted(view, request);
  const place = counted ? request.units.findIndex((unit) => unit.seq === counted.seq && !unit.isStart) : -1;
  let before = view.scale ?? 1;
  if (counted?.kind === "message" && place !== -1) {
    const estimated = raw.slice(0, place).reduce((sum, size) => sum + size, system + tools);
    before = Math.min(maxScale, Math.max(minScale, counted.usage.input / estimated));
  }
  const scale = Math.max(1, before);
  const budget = budgetOf(view, request.model);
  const sizes = raw.map((size, index) => size * (index < place ? before : scale));
  return {
    sizes,
    total: sizes.reduce((sum, size) => sum + size, 0),
    system: system * before,
    tools: tools * before,
    budget,
    room: Math.max(budget - (system + tools) * before, budget * minRoom),
    scale,
    isKnown: place !== -1,
  };
}
