import { describe, expect, it } from "vitest";
import { createId, type EventDraft } from "../../protocol/index.ts";
import type { Bench } from "./describe-store.fixture.ts";
import { createOwner, createSession, draft } from "./drafts.fixture.ts";

export function describeLists(bench: Bench): void {
  describe("lists", () => {
    it("shows sessions without a parent, newest first, by folder and in pages", async () => {
      let now = 0;
      const store = await bench.open({ clock: () => ++now });
      const create = async (extra: Partial<EventDraft<"session.created">>) => {
        const id = createId("ses");
        await store.create(id, [draft.created(extra)]);
        return id;
      };
      const a = await create({ folder: "/a" });
      const b = await create({ folder: "/b" });
      const c = await create({ folder: "/a" });
      const child = await create({ folder: "/a", parentSessionId: a });
      await store.append(a, [draft.note("newer")]);
      const ids = async (options: Parameters<typeof store.list>[0]) =>
        (await store.list(options)).map(({ id }) => id);
      expect(await ids({})).toEqual([a, c, b]);
      expect(await ids({ folder: "/a" })).toEqual([a, c]);
      expect(await ids({ parent: a })).toEqual([child]);
      expect(await ids({ limit: 1 })).toEqual([a]);
      const [first] = await store.list({ limit: 1 });
      expect(await ids({ before: first?.updatedAt ?? 0 })).toEqual([c, b]);
      expect((await store.get(child)).parentSessionId).toBe(a);
      const fork = await create({ folder: "/b", forkOf: { sessionId: b, seq: 1 } });
      expect((await store.list({ folder: "/b" })).map(({ id, forkOf }) => [id, forkOf])).toEqual([
        [fork, b],
        [b, undefined],
      ]);
      await store.delete(b);
      expect((await store.get(fork)).forkOf).toBe(b);
    });

    it("keeps title, model and times beside the log", async () => {
      let now = 100;
      const store = await bench.open({ clock: () => now });
      const id = await createSession(store);
      now = 200;
      await store.append(id, [
        { type: "session.renamed", title: "新标题" },
        { type: "session.configured", settings: { model: "other/model" } },
      ]);
      expect(await store.get(id)).toEqual({
        id,
        title: "新标题",
        state: "done",
        folder: "/work",
        createdAt: 100,
        updatedAt: 200,
        model: "other/model",
        seq: 3,
      });
    });

    it("says what a session is doing", async () => {
      const store = await bench.open();
      const id = await createSession(store);
      const state = async () => (await store.get(id)).state;
      expect(await state()).toBe("done");
      await store.append(id, [draft.prompt("a")]);
      expect(await state()).toBe("interrupted");
      const lease = await store.acquireLease(id, createOwner("a"));
      expect(await state()).toBe("working");
      await store.append(id, [draft.started(), draft.ended("waiting")], { fence: lease.fence });
      await store.releaseLease(lease);
      expect(await state()).toBe("waiting");
      await store.append(id, [draft.note("n")]);
      expect(await state()).toBe("interrupted");
      await store.append(id, [draft.ended("limit"), draft.prompt("b"), draft.ended("error")]);
      expect(await state()).toBe("error");
      await store.append(id, [draft.rewound("undo", 7)]);
      expect(await state()).toBe("limit");
      await store.append(id, [draft.rewound("redo", 7)]);
      expect(await state()).toBe("error");
    });

    it("deletes a session with its children, unless one is worked on", async () => {
      const store = await bench.open();
      const parent = await createSession(store, draft.prompt("vanish"));
      const child = createId("ses");
      await store.create(child, [draft.created({ parentSessionId: parent })]);
      const kept = await createSession(store, draft.prompt("vanish too"));
      const lease = await store.acquireLease(child, createOwner("a"));
      await expect(store.delete(parent)).rejects.toThrow(expect.objectContaining({ code: "session-busy" }));
      await store.releaseLease(lease);
      await store.delete(parent);
      for (const id of [parent, child]) {
        await expect(store.get(id)).rejects.toThrow(expect.objectContaining({ code: "session-not-found" }));
      }
      expect((await store.search("vanish")).map((hit) => hit.session.id)).toEqual([kept]);
    });
  });
}
