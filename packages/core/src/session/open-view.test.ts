import { describe, expect, it } from "vitest";
import { isSnapshotDue, maybeSnapshot, openView } from "./open-view.ts";
import { createSession, draft } from "./suite/drafts.fixture.ts";
import { createTempFolder } from "./suite/temp-store.fixture.ts";

describe("isSnapshotDue", () => {
  it.each([
    [999, 0, 0, false],
    [1_000, 0, 0, true],
    [1_900, 1_000, 0, false],
    [2_000, 1_000, 0, true],
    [7_999, 4_000, 0, false],
    [8_000, 4_000, 0, true],
    [5_000, 4_000, 4_500, true],
    [4_900, 4_000, 4_500, false],
    [5_000, 4_000, 3_000, false],
    [20_001, 10_000, 0, false],
  ])("%i events, snapshot at %i, compacted at %i: %s", (seq, snapshotSeq, contextFrom, due) => {
    expect(isSnapshotDue({ seq, contextFrom }, snapshotSeq)).toBe(due);
  });

  it("costs a constant for each event: all snapshots together are at most twice the log", () => {
    let last = 0;
    let written = 0;
    for (let seq = 1; seq <= 20_000; seq++) {
      if (!isSnapshotDue({ seq, contextFrom: 0 }, last)) continue;
      written += seq;
      last = seq;
    }
    expect(written).toBeGreaterThan(0);
    expect(written).toBeLessThanOrEqual(2 * 20_000);
  });
});

describe("maybeSnapshot", () => {
  it("stores one when it is due and not again", async () => {
    await using folder = await createTempFolder();
    const store = await folder.open();
    const id = await createSession(
      store,
      ...Array.from({ length: 998 }, (_, index) => draft.note(`${index}`)),
    );
    expect(await maybeSnapshot(store, await openView(store, id))).toBe(false);
    await store.append(id, [draft.note("the thousandth")]);
    const view = await openView(store, id);
    expect(await maybeSnapshot(store, view)).toBe(true);
    expect(await maybeSnapshot(store, view)).toBe(false);
    expect(await store.getSnapshot(id)).toEqual({ seq: 1_000, view });
  });
});
