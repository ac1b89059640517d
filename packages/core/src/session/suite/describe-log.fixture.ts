import { describe, expect, it } from "vitest";
import { createId, maxEventChars } from "../../protocol/index.ts";
import type { Bench } from "./describe-store.fixture.ts";
import { createSession, draft } from "./drafts.fixture.ts";

export function describeLog(bench: Bench): void {
  describe("log", () => {
    it("numbers events from 1 and gives them back as they were appended", async () => {
      const store = await bench.open({ clock: () => 5 });
      const id = createId("ses");
      const first = await store.create(id, [draft.created(), draft.prompt("你好")]);
      const second = await store.append(id, [draft.note("b")]);
      expect([...first, ...second].map((event) => event.seq)).toEqual([1, 2, 3]);
      expect(await store.read(id, 0)).toEqual([...first, ...second]);
      expect(second[0]).toMatchObject({ type: "note.added", sessionId: id, at: 5, v: 1, text: "b" });
      expect(await store.lastSeq(id)).toBe(3);
    });

    it("reads in pages", async () => {
      const store = await bench.open();
      const id = await createSession(
        store,
        ...Array.from({ length: 250 }, (_, index) => draft.note(`${index}`)),
      );
      expect((await store.read(id, 0, 100)).map((event) => event.seq).at(-1)).toBe(100);
      expect((await store.read(id, 100, 100)).map((event) => event.seq)).toEqual(
        Array.from({ length: 100 }, (_, index) => index + 101),
      );
      expect(await store.read(id, 251)).toEqual([]);
    });

    it("is found again by another opener", async () => {
      const store = await bench.open();
      const id = await createSession(store, draft.prompt("hello"));
      const other = await bench.open();
      expect(await other.read(id, 0)).toEqual(await store.read(id, 0));
    });

    it("refuses ids that do not exist, and ids that do", async () => {
      const store = await bench.open();
      const id = createId("ses");
      const missing = expect.objectContaining({ code: "session-not-found" });
      await expect(store.append(id, [draft.note("a")])).rejects.toThrow(missing);
      await expect(store.read(id, 0)).rejects.toThrow(missing);
      await expect(store.lastSeq(id)).rejects.toThrow(missing);
      await expect(store.get(id)).rejects.toThrow(missing);
      await expect(store.delete(id)).rejects.toThrow(missing);
      await expect(
        store.acquireLease(id, { machine: "m", pid: 1, pidStart: "", instance: "i" }),
      ).rejects.toThrow(missing);
      await expect(store.putBlob(id, new Uint8Array())).rejects.toThrow(missing);
      await expect(store.create(id, [draft.created({ parentSessionId: createId("ses") })])).rejects.toThrow(
        missing,
      );
      await store.create(id, [draft.created()]);
      await expect(store.create(id, [draft.created()])).rejects.toThrow(
        expect.objectContaining({ code: "sequence-conflict" }),
      );
    });

    it("appends decisions only where they were decided", async () => {
      const store = await bench.open();
      const id = await createSession(store);
      await store.append(id, [draft.started()], { expectedSeq: 1 });
      await expect(store.append(id, [draft.ended()], { expectedSeq: 1 })).rejects.toThrow(
        expect.objectContaining({ code: "sequence-conflict" }),
      );
      expect(await store.lastSeq(id)).toBe(2);
    });

    it("admits a prompt once, and gives back what was appended with it", async () => {
      const store = await bench.open();
      const id = await createSession(store);
      const promptId = createId("prm");
      const first = await store.append(id, [draft.prompt("a", promptId), draft.note("b")], { durable: true });
      await store.append(id, [draft.note("c")]);
      const again = await store.append(id, [draft.prompt("a", promptId)], { durable: true, expectedSeq: 1 });
      expect(again).toEqual(first);
      expect(await store.lastSeq(id)).toBe(4);
      const other = await createSession(store, draft.prompt("a", promptId));
      expect(await store.lastSeq(other)).toBe(2);
    });

    it("takes one answer for an ask, while it is open", async () => {
      const store = await bench.open();
      const id = await createSession(
        store,
        draft.called("call_1"),
        draft.called("call_2"),
        draft.called("call_3"),
      );
      await store.append(id, [
        draft.asked("ask_1", "call_1"),
        draft.asked("ask_2", "call_2"),
        draft.asked("ask_3", "call_3"),
      ]);
      await store.append(id, [draft.answered("ask_1")]);
      const answered = expect.objectContaining({ code: "ask-answered" });
      const notFound = expect.objectContaining({ code: "ask-not-found" });
      await expect(store.append(id, [draft.answered("ask_1", "no")])).rejects.toThrow(answered);
      await expect(store.append(id, [draft.answered("ask_9")])).rejects.toThrow(notFound);
      await store.append(id, [draft.settled("call_2")]);
      await expect(store.append(id, [draft.answered("ask_2")])).rejects.toThrow(notFound);
      await expect(
        store.append(id, [{ type: "question.answered", askId: "ask_3", answers: [["a"]] }]),
      ).rejects.toThrow(notFound);
      await store.append(id, [draft.prompt("x"), draft.rewound("undo", 9)]);
      await expect(store.append(id, [draft.answered("ask_3")])).rejects.toThrow(notFound);
    });

    it("leaves nothing of an append that is refused", async () => {
      const store = await bench.open();
      const id = await createSession(store);
      const before = await store.get(id);
      const promptId = createId("prm");
      await expect(
        store.append(id, [
          draft.prompt("findme", promptId),
          { type: "session.renamed", title: "findme" },
          draft.answered("ask_9"),
        ]),
      ).rejects.toThrow(expect.objectContaining({ code: "ask-not-found" }));
      expect(await store.get(id)).toEqual(before);
      expect(await store.search("findme")).toEqual([]);
      expect(await store.append(id, [draft.prompt("later", promptId)])).toHaveLength(1);
    });

    it("refuses what is no event, or too large for one", async () => {
      const store = await bench.open();
      const id = await createSession(store);
      await expect(store.append(id, [draft.note("x".repeat(maxEventChars))])).rejects.toThrow(/spill/);
      await expect(store.append(id, [{ ...draft.note("x"), noteId: "call_1" as "note_1" }])).rejects.toThrow(
        expect.objectContaining({ code: "internal" }),
      );
      expect(await store.lastSeq(id)).toBe(1);
    });

    it("tells watchers in this process at once, and those elsewhere soon", async () => {
      const store = await bench.open();
      const elsewhere = await bench.open();
      const id = await createSession(store);
      const other = await createSession(store);
      let here = 0;
      let wrong = 0;
      const stopHere = store.watch(id, () => here++);
      const stopWrong = store.watch(other, () => wrong++);
      let stopElsewhere = () => {};
      const told = new Promise<number | undefined>((resolve) => {
        stopElsewhere = elsewhere.watch(id, resolve);
      });
      await store.append(id, [draft.note("a")]);
      expect(here).toBe(1);
      expect(await told).toBe(await store.lastSeq(id));
      stopHere();
      stopWrong();
      stopElsewhere();
      await store.append(id, [draft.note("b")]);
      expect([here, wrong]).toEqual([1, 0]);
    });

    it("tells watchers when their session is deleted elsewhere", async () => {
      const store = await bench.open();
      const elsewhere = await bench.open();
      const id = await createSession(store);
      let stop = () => {};
      const told = new Promise<number | undefined>((resolve) => {
        stop = elsewhere.watch(id, resolve);
      });
      await store.delete(id);
      expect(await told).toBeUndefined();
      stop();
      await expect(elsewhere.get(id)).rejects.toThrow(expect.objectContaining({ code: "session-not-found" }));
    });
  });
}
