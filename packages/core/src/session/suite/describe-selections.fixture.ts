import { describe, expect, it } from "vitest";
import { createId } from "../../protocol/index.ts";
import type { Bench } from "./describe-store.fixture.ts";
import { createSession, draft } from "./drafts.fixture.ts";

export function describeSelections(bench: Bench): void {
  describe("selections", () => {
    it("reads events of some types only, in order and in pages", async () => {
      const store = await bench.open();
      const id = await createSession(store, draft.prompt("a"), draft.started(), draft.ended());
      await store.append(id, [draft.note("n"), draft.started(), draft.ended("error")]);
      const types = ["run.started", "run.ended"] as const;
      const seqs = async (after: number, limit?: number) =>
        (await store.readTypes(id, types, after, limit)).map(({ seq }) => seq);
      expect(await seqs(0)).toEqual([3, 4, 6, 7]);
      expect(await seqs(3, 2)).toEqual([4, 6]);
      expect(await seqs(7)).toEqual([]);
      const last = await store.readTypes(id, types, 6);
      expect(last).toMatchObject([{ type: "run.ended", reason: "error", sessionId: id }]);
      await expect(store.readTypes(createId("ses"), types, 0)).rejects.toThrow(
        expect.objectContaining({ code: "session-not-found" }),
      );
    });

    it("lists what changed since a time, with sub-agents where wanted", async () => {
      let now = 0;
      const store = await bench.open({ clock: () => ++now });
      const old = await createSession(store);
      const parent = await createSession(store);
      const child = createId("ses");
      await store.create(child, [draft.created({ parentSessionId: parent })]);
      const { updatedAt: since } = await store.get(parent);
      const ids = async (options: Parameters<typeof store.list>[0]) =>
        (await store.list(options)).map(({ id }) => id);
      expect(await ids({ since })).toEqual([parent]);
      expect(await ids({ since, withChildren: true })).toEqual([child, parent]);
      expect(await ids({ withChildren: true })).toEqual([child, parent, old]);
      expect(await ids({ parent, withChildren: true })).toEqual([child]);
    });
  });
}
