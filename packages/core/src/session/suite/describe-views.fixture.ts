import { describe, expect, it } from "vitest";
import { applyEvent, createView, stateOf, type SessionView, type StoredEvent } from "../../protocol/index.ts";
import { firstEvent, openView } from "../open-view.ts";
import type { Store } from "../store.ts";
import fc from "fast-check";
import { arbitrarySteps, runSteps } from "./random-steps.fixture.ts";
import type { Bench } from "./describe-store.fixture.ts";
import { createSession, draft } from "./drafts.fixture.ts";

function reduce(events: StoredEvent[]): SessionView {
  const view = createView(firstEvent("ses_1", events[0]));
  for (const event of events) applyEvent(view, event);
  return view;
}

export function describeViews(bench: Bench): void {
  describe("views", () => {
    it("goes on from a snapshot, and does without one that is unreadable or gone", async () => {
      const store = await bench.open();
      const id = await createSession(store, draft.prompt("a"), draft.started(), draft.message("b", 2));
      expect(await store.getSnapshot(id)).toBeUndefined();
      expect(await store.snapshotSeq(id)).toBe(0);
      const view = await openView(store, id);
      await store.putSnapshot(id, { seq: view.seq, view: { ...view, title: "from the snapshot" } });
      expect(await store.snapshotSeq(id)).toBe(4);
      await store.append(id, [draft.ended()]);
      expect(await openView(store, id)).toMatchObject({
        title: "from the snapshot",
        seq: 5,
        ended: { reason: "done" },
      });
      expect(await openView(store, id, { full: true })).toEqual(reduce(await store.read(id, 0)));
    });

    it("opens logs longer than a page", async () => {
      const store = await bench.open();
      const id = await createSession(
        store,
        ...Array.from({ length: 2_500 }, (_, index) => draft.note(`${index}`)),
      );
      expect((await openView(store, id)).entries).toHaveLength(2_500);
    });

    it("is what the reducer makes of all events, whatever happened in which order", async () => {
      await fc.assert(
        fc.asyncProperty(arbitrarySteps, async (steps) => {
          const store: Store = await bench.open();
          const { id, reopened } = await runSteps(store, () => bench.open(), steps);
          const expected = reduce(await reopened.read(id, 0));
          expect(await openView(reopened, id)).toEqual(expected);
          const summary = await reopened.get(id);
          expect(summary).toMatchObject({
            title: expected.title,
            model: expected.settings.model,
            seq: expected.seq,
            state: stateOf(expected, false),
          });
        }),
        { numRuns: 60 },
      );
    });
  });
}
