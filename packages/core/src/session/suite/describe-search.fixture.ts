import { describe, expect, it } from "vitest";
import type { Bench } from "./describe-store.fixture.ts";
import { createSession, draft } from "./drafts.fixture.ts";

export function describeSearch(bench: Bench): void {
  describe("search", () => {
    it.each([
      ["数据库", "a two-character word inside a run", "我想迁移数据库到云端", "数据"],
      ["据库", "a pair that is no word", "我想迁移数据库到云端", "据库"],
      ["端", "a single character at the end", "我想迁移数据库到云端", "端"],
      ["我", "a single character at the beginning", "我想迁移数据库到云端", "我"],
      ["云端 sqlite", "both scripts", "把SQLite数据库放到云端", "sqlite"],
      ["migr", "the beginning of a word", "Please MIGRATE the tables", "migrate"],
      ["cafe", "letters without their accents", "Meet at the Café", "café"],
      ["ＳＱＬ", "full-width letters", "write sql here", "sql"],
    ])("finds %s: %s", async (query, _, text, part) => {
      const store = await bench.open();
      const id = await createSession(store, draft.prompt(text));
      await createSession(store, draft.prompt("something else 其他内容"));
      const hits = await store.search(query);
      expect(hits.map((hit) => [hit.session.id, hit.seq])).toEqual([[id, 2]]);
      expect(hits[0]?.snippet.toLowerCase()).toContain(part);
    });

    it.each(["数云", "迁数", "igrate", '" OR 1', "*", "", "   ", "NEAR(a b)"])(
      "finds nothing for %j",
      async (query) => {
        const store = await bench.open();
        await createSession(store, draft.prompt("我想迁移数据库到云端 migrate"));
        expect(await store.search(query)).toEqual([]);
      },
    );

    it("finds titles, prompts and answers, one hit for each session", async () => {
      const store = await bench.open();
      const title = await createSession(store, { type: "session.renamed", title: "walrus" });
      const prompt = await createSession(store, draft.prompt("a walrus"), draft.prompt("a walrus walrus"));
      const answer = await createSession(store, draft.message("the walrus said", 1));
      const result = await createSession(store, draft.called("call_1"), draft.settled("call_1", "walrus"));
      const found = (await store.search("walrus")).map((hit) => hit.session.id);
      expect(found.toSorted()).toEqual([title, prompt, answer].toSorted());
      expect(found).not.toContain(result);
      expect(await store.search("walrus", 1)).toHaveLength(1);
    });

    it("forgets a title that was replaced", async () => {
      const store = await bench.open();
      const id = await createSession(store, { type: "session.renamed", title: "walrus" });
      await store.append(id, [{ type: "session.renamed", title: "penguin" }]);
      expect(await store.search("walrus")).toEqual([]);
      expect((await store.search("penguin")).map((hit) => hit.seq)).toEqual([3]);
    });

    it("shows the newest first among equals", async () => {
      let now = 0;
      const store = await bench.open({ clock: () => ++now });
      const old = await createSession(store, draft.prompt("walrus"));
      const fresh = await createSession(store, draft.prompt("walrus"));
      expect((await store.search("walrus")).map((hit) => hit.session.id)).toEqual([fresh, old]);
    });
  });
}
