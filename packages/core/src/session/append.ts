import {
  eventVersion,
  isKnown,
  SkillmintError,
  type DurableEvent,
  type EventDraft,
  type SessionId,
} from "../protocol/index.ts";
import { trackAsks } from "./ask.ts";
import { shareBlobs } from "./blob.ts";
import type { Database, Writer } from "./database.ts";
import { checkDraft, fromRow, toEvent, type CheckedDraft } from "./event-row.ts";
import { prepareQuery } from "./prepare-query.ts";
import { createProjection, project, type Projection } from "./projection.ts";
import { requireSession } from "./require-session.ts";
import { searchText } from "./search-text.ts";
import type { AppendOptions, Store } from "./store.ts";
import type { EventsTable } from "./tables.ts";

/** Rows in one statement: well below what databases allow in parameters. */
const rowsPerInsert = 100;
/** So many are inserted one by one, by a statement that is compiled already. */
const fewRows = 4;

interface Head extends Projection {
  seq: number;
  open_asks: number;
  fence: number | null;
}

/** What every append runs. */
function createStatements() {
  return {
    readHead: prepareQuery((db, id: SessionId) =>
      db
        .selectFrom("sessions")
        .leftJoin("leases", "leases.session_id", "sessions.id")
        .select(["seq", "title", "model", "open_run", "ended", "unread", "open_asks", "leases.fence"])
        .where("sessions.id", "=", id),
    ),
    insertEvent: prepareQuery((db, id: SessionId, seq: number, at: number, type: string, body: string) =>
      db.insertInto("events").values({ session_id: id, seq, at, v: eventVersion, type, body }),
    ),
    updateHead: prepareQuery(
      (
        db,
        id: SessionId,
        seq: number,
        at: number,
        openAsks: number,
        title: Projection["title"],
        model: Projection["model"],
        openRun: Projection["open_run"],
        ended: Projection["ended"],
        unread: Projection["unread"],
      ) =>
        db
          .updateTable("sessions")
          .set({ seq, updated_at: at, open_asks: openAsks, title, model, open_run: openRun, ended, unread })
          .where("id", "=", id),
    ),
  };
}

type Statements = ReturnType<typeof createStatements>;

async function readHead({ readHead }: Statements, db: Writer, id: SessionId): Promise<Head> {
  const [head] = await readHead(db, id);
  if (head === undefined) throw new SkillmintError("session-not-found", { params: { id } });
  return head;
}

/** What was appended with a prompt of the same id, if there was one. */
async function findRepeated(
  db: Writer,
  id: SessionId,
  checked: readonly CheckedDraft[],
): Promise<DurableEvent[] | undefined> {
  for (const { draft } of checked) {
    if (draft.type !== "prompt.admitted") continue;
    const first = await db
      .selectFrom("prompts")
      .select(["from_seq", "to_seq"])
      .where("session_id", "=", id)
      .where("prompt_id", "=", draft.promptId)
      .executeTakeFirst();
    if (first === undefined) continue;
    const rows = await db
      .selectFrom("events")
      .select(["seq", "at", "v", "type", "body"])
      .where("session_id", "=", id)
      .where("seq", ">=", first.from_seq)
      .where("seq", "<=", first.to_seq)
      .orderBy("seq")
      .execute();
    return rows.map((row) => fromRow(id, row)).filter(isKnown);
  }
  return undefined;
}

function refuseStale(id: SessionId, head: Head, options: AppendOptions): void {
  if (options.fence !== undefined && options.fence !== head.fence) {
    throw new SkillmintError("lease-lost", { params: { id } });
  }
  if (options.expectedSeq !== undefined && options.expectedSeq !== head.seq) {
    throw new SkillmintError("sequence-conflict", { params: { id } });
  }
}

async function insertEvents(
  { insertEvent }: Statements,
  db: Writer,
  id: SessionId,
  events: readonly DurableEvent[],
  checked: readonly CheckedDraft[],
): Promise<void> {
  const rows = events.map(({ seq, at, type }, index): EventsTable => {
    return { session_id: id, seq, at, v: eventVersion, type, body: checked[index]?.body ?? "" };
  });
  if (rows.length <= fewRows) {
    for (const { seq, at, type, body } of rows) await insertEvent(db, id, seq, at, type, body);
    return;
  }
  for (let from = 0; from < rows.length; from += rowsPerInsert) {
    await db
      .insertInto("events")
      .values(rows.slice(from, from + rowsPerInsert))
      .execute();
  }
}

async function insertPrompts(db: Writer, id: SessionId, events: readonly DurableEvent[]): Promise<void> {
  const range = { from_seq: events[0]?.seq ?? 0, to_seq: events.at(-1)?.seq ?? 0 };
  for (const event of events) {
    if (event.type !== "prompt.admitted") continue;
    await db
      .insertInto("prompts")
      .values({ session_id: id, prompt_id: event.promptId, ...range })
      .execute();
  }
}

/** The events and all that is derived from them, in the transaction it is called in. */
async function insertAll(
  { database, statements }: { database: Database; statements: Statements },
  db: Writer,
  head: Head,
  events: readonly DurableEvent[],
  checked: readonly CheckedDraft[],
): Promise<void> {
  const last = events.at(-1);
  if (last === undefined) return;
  const id = last.sessionId;
  await insertEvents(statements, db, id, events, checked);
  await insertPrompts(db, id, events);
  const openAsks = await trackAsks(db, id, head.open_asks, events);
  const { title, model, open_run, ended, unread } = head;
  let state: Projection = { title, model, open_run, ended, unread };
  for (const event of events) state = await project(db, state, event);
  const derived = [state.title, state.model, state.open_run, state.ended, state.unread] as const;
  await statements.updateHead(db, id, last.seq, last.at, openAsks, ...derived);
  const texts = events.flatMap((event) => searchText(event) ?? []);
  if (texts.length > 0) await database.search.add(db, id, texts);
}

async function insertSession(db: Writer, event: DurableEvent<"session.created">): Promise<Head> {
  const { sessionId: id, at, parentSessionId, forkOf } = event;
  const taken = await db.selectFrom("sessions").select("id").where("id", "=", id).executeTakeFirst();
  if (taken !== undefined) throw new SkillmintError("sequence-conflict", { params: { id } });
  if (parentSessionId !== undefined) await requireSession(db, parentSessionId);
  const projection = createProjection(event);
  await db
    .insertInto("sessions")
    .values({
      id,
      parent_id: parentSessionId ?? null,
      fork_of: forkOf?.sessionId ?? null,
      folder: event.folder,
      created_at: at,
      updated_at: at,
      seq: 0,
      open_asks: 0,
      ...projection,
    })
    .execute();
  if (forkOf !== undefined) {
    await requireSession(db, forkOf.sessionId);
    await shareBlobs(db, forkOf.sessionId, id);
  }
  return { ...projection, seq: 0, open_asks: 0, fence: null };
}

interface AppendDeps {
  database: Database;
  clock: () => number;
  /** Called after the commit, before the promise resolves. */
  notify: (id: SessionId, seq: number) => void;
}

/** The two ways anything gets into a log. */
export function createAppend({ database, clock, notify }: AppendDeps): Pick<Store, "create" | "append"> {
  const statements = createStatements();
  const deps = { database, statements };
  return {
    async create(id, drafts) {
      const checked = drafts.map(checkDraft);
      const at = clock();
      const events = checked.map(({ draft }, index) => toEvent(draft, id, index + 1, at));
      await database.write(
        async (db) => {
          const head = await insertSession(db, events[0] as DurableEvent<"session.created">);
          await insertAll(deps, db, head, events, checked);
        },
        { durable: true },
      );
      notify(id, events.length);
      return events;
    },

    async append(id, drafts: EventDraft[], options = {}) {
      const checked = drafts.map(checkDraft);
      const { events, isNew } = await database.write(async (db) => {
        const head = await readHead(statements, db, id);
        const repeated = await findRepeated(db, id, checked);
        if (repeated !== undefined) return { events: repeated, isNew: false };
        refuseStale(id, head, options);
        const at = clock();
        const events = checked.map(({ draft }, index) => toEvent(draft, id, head.seq + index + 1, at));
        await insertAll(deps, db, head, events, checked);
        return { events, isNew: events.length > 0 };
      }, options);
      if (isNew) notify(id, events.at(-1)?.seq ?? 0);
      return events;
    },
  };
}
