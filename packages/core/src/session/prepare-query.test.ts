import { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import { describe, expect, it } from "vitest";
import { prepareQuery } from "./prepare-query.ts";
import { createSqliteDialect } from "./sqlite/dialect.ts";
import type { Tables } from "./tables.ts";

function openDatabase() {
  const handle = new DatabaseSync(":memory:");
  handle.exec("create table prompts (session_id text, prompt_id text, from_seq integer, to_seq integer)");
  return { db: new Kysely<Tables>({ dialect: createSqliteDialect(handle) }), close: () => handle.close() };
}

describe("prepareQuery", () => {
  it("builds once and runs with the values of each call, wherever they stand, beside values of its own", async () => {
    const { db, close } = openDatabase();
    let built = 0;
    const insert = prepareQuery((on, to: number, from: number, prompt: string) => {
      built++;
      return on
        .insertInto("prompts")
        .values({ session_id: "ses_own", prompt_id: prompt, from_seq: from, to_seq: to });
    });
    const find = prepareQuery((on, limit: number, least: number) =>
      on.selectFrom("prompts").selectAll().where("from_seq", ">=", least).orderBy("from_seq").limit(limit),
    );
    expect(await insert(db, 2, 1, "a")).toEqual([]);
    await insert(db, 4, 3, "b");
    await insert(db, 6, 5, "c");
    expect(built).toBe(1);
    const row = (prompt_id: string, from_seq: number, to_seq: number) => {
      return { session_id: "ses_own", prompt_id, from_seq, to_seq };
    };
    expect(await find(db, 2, 1)).toEqual([row("a", 1, 2), row("b", 3, 4)]);
    expect(await find(db, 9, 3)).toEqual([row("b", 3, 4), row("c", 5, 6)]);
    close();
  });
});
