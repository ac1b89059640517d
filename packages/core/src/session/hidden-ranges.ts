import { isKnown, type SessionId } from "../protocol/index.ts";
import { readEvents } from "./open-view.ts";
import type { Store } from "./store.ts";

interface Range {
  from: number;
  to: number;
}

/** Which places of the log were taken back by undo and not brought back: a predicate on sequences. */
export async function readHidden(
  store: Pick<Store, "read">,
  id: SessionId,
): Promise<(seq: number) => boolean> {
  const hidden: Range[] = [];
  let redoable: Range[] = [];
  for await (const event of readEvents(store, id)) {
    if (!isKnown(event)) continue;
    if (event.type === "prompt.admitted") {
      hidden.push(...redoable);
      redoable = [];
    } else if (event.type === "session.rewound") {
      if (event.direction === "undo") redoable.push({ from: event.promptSeq, to: event.seq });
      else redoable.pop();
    }
  }
  const ranges = [...hidden, ...redoable];
  return (seq) => ranges.some((range) => seq >= range.from && seq <= range.to);
}
