import type { SessionId } from "../protocol/index.ts";
import type { Writer } from "./database.ts";
import { fromRow } from "./event-row.ts";
import type { SearchIndex } from "./search-index.ts";
import { searchText } from "./search-text.ts";

const page = 500;

async function indexSession(db: Writer, search: SearchIndex, id: SessionId): Promise<void> {
  let after = 0;
  for (;;) {
    const rows = await db
      .selectFrom("events")
      .select(["seq", "at", "v", "type", "body"])
      .where("session_id", "=", id)
      .where("seq", ">", after)
      .where("type", "in", ["session.created", "session.renamed", "prompt.admitted", "message.completed"])
      .orderBy("seq")
      .limit(page)
      .execute();
    const texts = rows.flatMap((row) => searchText(fromRow(id, row)) ?? []);
    await search.add(db, id, texts);
    const last = rows.at(-1);
    if (last === undefined || rows.length < page) return;
    after = last.seq;
  }
}

/** Makes findable what was written before there was a search index, or after its words were changed. */
export async function indexOldEvents(db: Writer, search: SearchIndex): Promise<void> {
  const sessions = await db.selectFrom("sessions").select("id").execute();
  for (const { id } of sessions) await indexSession(db, search, id);
}
