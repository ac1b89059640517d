import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Bench } from "./describe-store.fixture.ts";
import { createSession } from "./drafts.fixture.ts";

const bytes = new Uint8Array([0, 1, 2, 255, 0]);
const missing = expect.objectContaining({ code: "blob-missing" });

export function describeBlobs(bench: Bench): void {
  describe("blobs", () => {
    it("stores bytes once, under their sha256", async () => {
      const store = await bench.open();
      const [a, b] = [await createSession(store), await createSession(store)];
      const blob = await store.putBlob(a, bytes);
      expect(blob).toBe(createHash("sha256").update(bytes).digest("hex"));
      expect(await store.putBlob(b, bytes)).toBe(blob);
      expect(await store.putBlob(b, bytes)).toBe(blob);
      expect(Array.from(await store.getBlob(blob))).toEqual(Array.from(bytes));
      const empty = await store.putBlob(a, new Uint8Array());
      expect(await store.getBlob(empty)).toHaveLength(0);
    });

    it("removes a blob with its last session", async () => {
      const store = await bench.open();
      const [a, b] = [await createSession(store), await createSession(store)];
      const shared = await store.putBlob(a, bytes);
      const own = await store.putBlob(a, new Uint8Array([7]));
      await store.shareBlobs(a, b);
      await store.shareBlobs(a, b);
      await store.delete(a);
      expect(await store.getBlob(shared)).toHaveLength(5);
      expect(await store.getBlob(own)).toHaveLength(1);
      await store.delete(b);
      await expect(store.getBlob(shared)).rejects.toThrow(missing);
      await expect(store.getBlob(own)).rejects.toThrow(missing);
    });
  });
}
