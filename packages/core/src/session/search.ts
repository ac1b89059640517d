import type { SessionId } from "../protocol/index.ts";
import type { Database, Reader } from "./database.ts";
import { fromRow } from "./event-row.ts";
import type { LeaseRules } from "./lease.ts";
import { searchText } from "./search-text.ts";
import { snippetOf } from "./snippet.ts";
import type { SearchHit, Store } from "./store.ts";
import { readSummary } from "./summary.ts";

const defaultLimit = 20;

async function readText(db: Reader, id: SessionId, seq: number): Promise<string> {
  const row = await db
    .selectFrom("events")
    .select(["seq", "at", "v", "type", "body"])
    .where("session_id", "=", id)
    .where("seq", "=", seq)
    .executeTakeFirst();
  return (row && searchText(fromRow(id, row))?.text) ?? "";
}

export function createSearch(database: Database, rules: LeaseRules): Store["search"] {
  return (query, limit = defaultLimit) =>
    database.read(async (db) => {
      const hits: SearchHit[] = [];
      for (const { sessionId, seq } of await database.search.find(db, query, limit)) {
        const session = await readSummary(db, sessionId, rules);
        hits.push({ session, seq, snippet: snippetOf(await readText(db, sessionId, seq), query) });
      }
      return hits;
    });
}
