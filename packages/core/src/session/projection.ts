import {
  applyEvent,
  createView,
  isKnown,
  type DurableEvent,
  type EndReason,
  type SessionId,
  type SessionState,
} from "../protocol/index.ts";
import type { Reader } from "./database.ts";
import { fromRow } from "./event-row.ts";
import type { StoredState } from "./store.ts";
import type { SessionsTable } from "./tables.ts";

/** What of a session is kept beside its log, so that a list needs no log. */
export type Projection = Pick<SessionsTable, "title" | "model" | "open_run" | "ended" | "unread">;

export function createProjection(event: DurableEvent<"session.created">): Projection {
  return { title: event.title, model: event.settings.model, open_run: 0, ended: null, unread: 0 };
}

/**
 * Which end counts after an undo or redo: asked of the reducer, over the few events that have a say in it.
 * Reads the log, which is bearable for something as rare.
 */
async function endAfterRewind(db: Reader, id: SessionId, seq: number): Promise<EndReason | null> {
  const rows = await db
    .selectFrom("events")
    .select(["seq", "at", "v", "type", "body"])
    .where("session_id", "=", id)
    .where("seq", "<=", seq)
    .where("type", "in", ["session.created", "prompt.admitted", "run.ended", "session.rewound"])
    .orderBy("seq")
    .execute();
  const [first, ...rest] = rows.map((row) => fromRow(id, row));
  if (first === undefined || !isKnown(first) || first.type !== "session.created") return null;
  const view = createView(first);
  for (const event of rest) applyEvent(view, event);
  return view.ended?.reason ?? null;
}

/** What `event`, which stands in the log already, changes. Holds to the reducer in everything it keeps. */
export async function project(db: Reader, state: Projection, event: DurableEvent): Promise<Projection> {
  switch (event.type) {
    case "session.configured":
      return { ...state, model: event.settings.model ?? state.model };
    case "session.renamed":
      return { ...state, title: event.title };
    case "session.rewound":
      return { ...state, unread: 0, ended: await endAfterRewind(db, event.sessionId, event.seq) };
    case "prompt.admitted":
      return { ...state, unread: 1, model: event.settings?.model ?? state.model };
    case "note.added":
    case "permission.answered":
    case "question.answered":
    case "agent.ended":
      return { ...state, unread: 1 };
    case "run.started":
      return { ...state, open_run: 1 };
    case "run.ended":
      return { ...state, open_run: 0, unread: 0, ended: event.reason };
    default:
      return state;
  }
}

/** The same answer as `stateOf` gives for the view. */
export function stateOfStored({ openRun, ended, unread }: StoredState, held: boolean): SessionState {
  if (openRun || unread) return held ? "working" : "interrupted";
  if (ended === null) return held ? "working" : "done";
  return ended;
}
