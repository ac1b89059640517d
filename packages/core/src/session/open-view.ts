import {
  applyEvent,
  createView,
  isKnown,
  SkillmintError,
  type DurableEvent,
  type SessionId,
  type SessionView,
  type StoredEvent,
} from "../protocol/index.ts";
import type { Store } from "./store.ts";

const pageSize = 1_000;

/** The events after `after`, page by page: a log of any length passes through bounded memory. */
export async function* readEvents(
  store: Pick<Store, "read">,
  id: SessionId,
  after = 0,
): AsyncGenerator<StoredEvent> {
  for await (const page of readPages(store, id, after)) yield* page;
}

async function* readPages(
  store: Pick<Store, "read">,
  id: SessionId,
  after: number,
): AsyncGenerator<StoredEvent[]> {
  let from = after;
  for (;;) {
    const page = await store.read(id, from, pageSize);
    yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    from = last.seq;
  }
}

/** Refuses a log that does not begin as every log does. */
export function firstEvent(id: SessionId, event: StoredEvent | undefined): DurableEvent<"session.created"> {
  if (event !== undefined && isKnown(event) && event.type === "session.created") return event;
  throw new SkillmintError("internal", { detail: `session ${id} does not begin with session.created` });
}

/**
 * All that is known of a session: the reducer over its log, from the newest snapshot on. With `full` the
 * snapshot is left aside and every event is applied.
 */
export async function openView(
  store: Store,
  id: SessionId,
  options: { full?: boolean } = {},
): Promise<SessionView> {
  let view = options.full ? undefined : (await store.getSnapshot(id))?.view;
  for await (const page of readPages(store, id, view?.seq ?? 0)) {
    view ??= createView(firstEvent(id, page[0]));
    for (const event of page) applyEvent(view, event);
  }
  return view ?? createView(firstEvent(id, undefined));
}

const minEvents = 1_000;
const maxEvents = 20_000;

/**
 * Whether a snapshot is due. It is as large as the session and opening from it saves less than half of a
 * replay, so it is taken when the log doubled: all snapshots of a session together then cost about twice the
 * last one, a constant for each event. At a compaction a quarter more is enough: still a constant. Where
 * writing it would be felt as a pause, there is none.
 */
export function isSnapshotDue(view: Pick<SessionView, "seq" | "contextFrom">, snapshotSeq: number): boolean {
  if (view.seq - snapshotSeq < minEvents || view.seq > maxEvents) return false;
  const wasCompacted = view.contextFrom > snapshotSeq;
  return view.seq >= snapshotSeq * (wasCompacted ? 1.25 : 2);
}

/** Stores a snapshot of `view` if one is due; returns whether it did. */
export async function maybeSnapshot(store: Store, view: SessionView): Promise<boolean> {
  if (view.seq < minEvents || view.seq > maxEvents) return false;
  if (!isSnapshotDue(view, await store.snapshotSeq(view.sessionId))) return false;
  await store.putSnapshot(view.sessionId, { seq: view.seq, view });
  return true;
}
