import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import {
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from "kysely";

const maxStatements = 256;

interface Prepared {
  statement: StatementSync;
  /** Whether it gives rows back. */
  reader: boolean;
}

function createConnection(handle: DatabaseSync): DatabaseConnection {
  const prepared = new Map<string, Prepared>();

  function prepare(text: string): Prepared {
    const known = prepared.get(text);
    if (known) return known;
    if (prepared.size >= maxStatements) prepared.clear();
    const statement = handle.prepare(text);
    const made = { statement, reader: statement.columns().length > 0 };
    prepared.set(text, made);
    return made;
  }

  return {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const { statement, reader } = prepare(query.sql);
      const parameters = query.parameters as SQLInputValue[];
      if (reader) return { rows: statement.all(...parameters) as R[] };
      const { changes, lastInsertRowid } = statement.run(...parameters);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    },
    async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
      // A statement of its own: an iterator that is still open must not meet a second use of the same one.
      for (const row of handle.prepare(query.sql).iterate(...(query.parameters as SQLInputValue[]))) {
        yield { rows: [row as R] };
      }
    },
  };
}

/**
 * Kysely over Node's own SQLite. Writers take the lock when they begin, so that what a transaction read is
 * still true when it writes. Closing the handle stays with whoever opened it.
 */
export function createSqliteDialect(handle: DatabaseSync): Dialect {
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: async () => handle.exec("BEGIN IMMEDIATE"),
    commitTransaction: async () => handle.exec("COMMIT"),
    rollbackTransaction: async () => {
      // After a full disk and the like SQLite has rolled back by itself.
      if (handle.isTransaction) handle.exec("ROLLBACK");
    },
    releaseConnection: async () => {},
    destroy: async () => {},
  };
  const connection = createConnection(handle);
  return {
    createDriver: () => driver,
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}
