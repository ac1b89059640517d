import type { SessionId } from "../protocol/index.ts";
import type { Reader, Writer } from "./database.ts";
import type { SearchText } from "./search-text.ts";

export interface FoundText {
  sessionId: SessionId;
  seq: number;
}

/** Full text search, which every database does its own way. */
export interface SearchIndex {
  /** Makes the tables that `add` and `find` need. */
  create(db: Writer): Promise<void>;
  /** Makes texts findable. A title takes the place of the one before. */
  add(db: Writer, id: SessionId, texts: readonly SearchText[]): Promise<void>;
  remove(db: Writer, ids: readonly SessionId[]): Promise<void>;
  /** The best text of each session that has all words of the query in one text, best session first. */
  find(db: Reader, query: string, limit: number): Promise<FoundText[]>;
}
