import { sql } from "kysely";
import type { SearchIndex } from "../search-index.ts";
import { parseQuery, tokenize, type Phrase } from "../tokenize.ts";
import type { SessionId } from "../../protocol/index.ts";

/** Only what `tokenize` made is quoted here: letters, digits, marks and underscores, never a quote. */
function toMatch(phrases: readonly Phrase[]): string {
  return phrases.map(({ words, prefix }) => `"${words.join(" ")}"${prefix ? "*" : ""}`).join(" AND ");
}

/** FTS5 keeps the words only; the texts stay in the events. */
export const sqliteSearchIndex: SearchIndex = {
  async create(db) {
    await db.schema
      .createTable("search_documents")
      .addColumn("id", "integer", (column) => column.primaryKey())
      .addColumn("session_id", "text", (column) => column.notNull())
      .addColumn("seq", "bigint", (column) => column.notNull())
      .addColumn("is_title", "integer", (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex("search_documents_session")
      .on("search_documents")
      .column("session_id")
      .execute();
    await sql`create virtual table search_words using fts5(words, content='', contentless_delete=1,
      tokenize='unicode61 remove_diacritics 2')`.execute(db);
  },

  async add(db, id, texts) {
    const newest = texts.findLast((text) => text.isTitle);
    if (newest !== undefined && newest.seq > 1) {
      const old = db
        .selectFrom("search_documents")
        .select("id")
        .where("session_id", "=", id)
        .where("is_title", "=", 1);
      await sql`delete from search_words where rowid in (${old})`.execute(db);
      await db
        .deleteFrom("search_documents")
        .where("session_id", "=", id)
        .where("is_title", "=", 1)
        .execute();
    }
    for (const text of texts) {
      if (text.isTitle && text !== newest) continue;
      const { id: rowid } = await db
        .insertInto("search_documents")
        .values({ session_id: id, seq: text.seq, is_title: text.isTitle ? 1 : 0 })
        .returning("id")
        .executeTakeFirstOrThrow();
      await sql`insert into search_words(rowid, words) values (${rowid}, ${tokenize(text.text).join(" ")})`.execute(
        db,
      );
    }
  },

  async remove(db, ids) {
    const gone = db.selectFrom("search_documents").select("id").where("session_id", "in", ids);
    await sql`delete from search_words where rowid in (${gone})`.execute(db);
    await db.deleteFrom("search_documents").where("session_id", "in", ids).execute();
  },

  async find(db, query, limit) {
    const phrases = parseQuery(query);
    if (phrases.length === 0) return [];
    // With `min`, SQLite takes the other columns from the row that has it.
    const { rows } = await sql<{ session_id: SessionId; seq: number }>`
      with hits as materialized (
        select rowid as id, rank as score from search_words where search_words match ${toMatch(phrases)}
      )
      select d.session_id, d.seq, min(h.score) as score
      from hits h join search_documents d on d.id = h.id join sessions s on s.id = d.session_id
      group by d.session_id order by score, s.updated_at desc limit ${limit}`.execute(db);
    return rows.map((row) => ({ sessionId: row.session_id, seq: row.seq }));
  },
};
