import type { SessionView } from "../protocol/index.ts";
import type { ContextSizes } from "./clear-results.ts";
import type { ContextUnit } from "./context.ts";

/** Where a conversation is cut: what stands before `index` goes, the rest stays. */
export interface Cut {
  index: number;
  keptFrom: number;
  /** How many messages go. */
  messages: number;
}

export interface CutWish {
  /** How much of the room the newest part may take. What the model has not read stays in any case. */
  tailShare: number;
  /** What must go at least, as a share of the room, for it to be worth it. */
  headShare: number;
}

/** The first unit that the model has not answered to: the results of its last calls, and what was said since. */
function firstUnread(units: readonly ContextUnit[]): number {
  const index = units.findLastIndex((unit) => unit.kind === "reply");
  const hasCalls = (units[index]?.messages.length ?? 0) > 1;
  return hasCalls ? index : index + 1;
}

/**
 * Where to cut. Only between units, so that no call is parted from its result, and only where all that goes is older
 * than all that stays: a prompt that came while the model wrote stands behind the reply and is older than it.
 */
export function planCut(
  view: Pick<SessionView, "seq">,
  units: readonly ContextUnit[],
  { sizes, room }: Pick<ContextSizes, "sizes" | "room">,
  { tailShare, headShare }: CutWish,
): Cut | undefined {
  const first = units.filter((unit) => unit.isStart).length;
  const unread = Math.max(first, firstUnread(units));
  const isClean = (index: number): boolean => {
    const newest = Math.max(0, ...units.slice(first, index).map(({ seq }) => seq));
    return units.slice(index).every(({ seq }) => seq > newest);
  };
  let tail = sizes.slice(unread).reduce((sum, size) => sum + size, 0);
  let best: number | undefined;
  for (let index = unread; index > first; index--) {
    if (index < unread) tail += sizes[index] ?? 0;
    if (best !== undefined && tail > room * tailShare) break;
    if (isClean(index)) best = index;
  }
  if (best === undefined) return undefined;
  const head = sizes.slice(first, best).reduce((sum, size) => sum + size, 0);
  if (head < room * headShare) return undefined;
  const kept = units.slice(best).map(({ seq }) => seq);
  return {
    index: best,
    keptFrom: kept.length > 0 ? Math.min(...kept) : view.seq + 1,
    messages: units.slice(first, best).reduce((sum, { messages }) => sum + messages.length, 0),
  };
}
