import { describe, expect, it } from "vitest";
import { shareReads } from "./share-reads.ts";

/** A reader of a value that changes, whose reads end when they are told to. */
function createSlow() {
  const ends: (() => void)[] = [];
  const state = { value: 0, reads: 0, isBroken: false };
  const read = shareReads(
    async (key: string) => {
      state.reads++;
      const seen = `${key}${state.value}`;
      await new Promise<void>((resolve) => void ends.push(resolve));
      if (state.isBroken) throw new Error("broken");
      return seen;
    },
    (key) => key,
  );
  /** Ends all reads, those that begin meanwhile too. */
  const finish = async (): Promise<void> => {
    for (let round = 0; round < 5; round++) {
      for (const end of ends.splice(0)) end();
      await new Promise(setImmediate);
    }
  };
  return { state, read, finish };
}

describe("shareReads", () => {
  it("reads once more for all who ask while somebody reads, and never what was before they asked", async () => {
    const { state, read, finish } = createSlow();
    const first = read("a");
    state.value = 1;
    const later = [read("a"), read("a"), read("a")];
    const other = read("b");
    await finish();
    expect(await Promise.all([first, ...later, other])).toEqual(["a0", "a1", "a1", "a1", "b1"]);
    expect(state.reads).toBe(3);
    state.value = 2;
    const again = read("a");
    await finish();
    expect([await again, state.reads]).toEqual(["a2", 4]);
  });

  it("goes on after a read that failed", async () => {
    const { state, read, finish } = createSlow();
    state.isBroken = true;
    const failed = Promise.allSettled([read("a"), read("a")]);
    await finish();
    expect((await failed).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    state.isBroken = false;
    const good = read("a");
    await finish();
    expect(await good).toBe("a0");
  });
});
