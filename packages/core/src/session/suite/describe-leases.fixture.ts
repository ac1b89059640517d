import { describe, expect, it } from "vitest";
import type { Bench } from "./describe-store.fixture.ts";
import { createOwner, createSession, draft } from "./drafts.fixture.ts";

const busy = expect.objectContaining({ code: "session-busy" });
const lost = expect.objectContaining({ code: "lease-lost" });

export function describeLeases(bench: Bench): void {
  describe("leases", () => {
    it("has one holder at a time, the same owner included", async () => {
      const store = await bench.open();
      const id = await createSession(store);
      const lease = await store.acquireLease(id, createOwner("a"));
      await expect(store.acquireLease(id, createOwner("b"))).rejects.toThrow(busy);
      await expect(store.acquireLease(id, createOwner("a"))).rejects.toThrow(busy);
      expect(await store.leaseOwner(id)).toEqual(createOwner("a"));
      await store.releaseLease(lease);
      await store.releaseLease(lease);
      expect(await store.leaseOwner(id)).toBeUndefined();
      await expect(store.renewLease(lease)).rejects.toThrow(lost);
    });

    it("gives exactly one of many the lease", async () => {
      const stores = [await bench.open(), await bench.open()];
      const id = await createSession(stores[0]!);
      const tries = Array.from({ length: 10 }, (_, index) =>
        stores[index % 2]!.acquireLease(id, createOwner(`${index}`)).then(
          () => 1,
          () => 0,
        ),
      );
      expect((await Promise.all(tries)).reduce<number>((sum, one) => sum + one, 0)).toBe(1);
    });

    it("never gives a fence out twice", async () => {
      const store = await bench.open();
      const id = await createSession(store);
      const fences: number[] = [];
      for (const name of ["a", "b", "c"]) {
        const lease = await store.acquireLease(id, createOwner(name));
        fences.push(lease.fence);
        await store.releaseLease(lease);
      }
      await store.delete(id);
      await store.create(id, [draft.created()]);
      fences.push((await store.acquireLease(id, createOwner("d"))).fence);
      expect(fences).toEqual([1, 2, 3, 4]);
    });

    it("frees the lease of a dead process at once", async () => {
      const store = await bench.open({ isAlive: (owner) => owner.pid !== 4 });
      const id = await createSession(store);
      const old = await store.acquireLease(id, createOwner("a", { pid: 4 }));
      expect(await store.leaseOwner(id)).toBeUndefined();
      const fresh = await store.acquireLease(id, createOwner("b"));
      expect(fresh.fence).toBe(old.fence + 1);
      await expect(store.renewLease(old)).rejects.toThrow(lost);
      await store.releaseLease(old);
      expect(await store.leaseOwner(id)).toEqual(createOwner("b"));
    });

    it.each([
      ["forwards", 1],
      ["backwards", -1],
    ])("frees a lease that was not renewed, also when clocks jump %s", async (_, sign) => {
      let now = 1_000_000;
      const store = await bench.open({ clock: () => now });
      const id = await createSession(store);
      const lease = await store.acquireLease(id, createOwner("a"));
      now += sign * 15_000;
      await expect(store.acquireLease(id, createOwner("b"))).rejects.toThrow(busy);
      await store.renewLease(lease);
      now += sign * 15_000;
      await expect(store.acquireLease(id, createOwner("b"))).rejects.toThrow(busy);
      now += sign;
      await store.acquireLease(id, createOwner("b"));
    });

    it("refuses the appends of a holder that was replaced, and takes inputs from anybody", async () => {
      let now = 0;
      const store = await bench.open({ clock: () => now });
      const id = await createSession(store);
      const old = await store.acquireLease(id, createOwner("a"));
      await store.append(id, [draft.note("1")], { fence: old.fence });
      now = 60_000;
      await store.append(id, [draft.note("late, but nobody else came")], { fence: old.fence });
      const fresh = await store.acquireLease(id, createOwner("b"));
      await expect(store.append(id, [draft.note("2")], { fence: old.fence })).rejects.toThrow(lost);
      await store.append(id, [draft.note("3")], { fence: fresh.fence });
      await store.append(id, [draft.prompt("4")]);
      expect(await store.lastSeq(id)).toBe(5);
    });
  });
}
