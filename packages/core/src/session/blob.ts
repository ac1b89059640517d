import { createHash } from "node:crypto";
import { SkillmintError, type SessionId } from "../protocol/index.ts";
import type { Database, Writer } from "./database.ts";
import { requireSession } from "./require-session.ts";
import type { Store } from "./store.ts";

/** Makes all blobs of `from` belong to `to` too. */
export async function shareBlobs(db: Writer, from: SessionId, to: SessionId): Promise<void> {
  await db
    .insertInto("session_blobs")
    .columns(["session_id", "sha256"])
    .expression(
      db
        .selectFrom("session_blobs")
        .select((select) => [select.val(to).as("session_id"), "sha256"])
        .where("session_id", "=", from),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Takes sessions out of the owners of their blobs and removes the blobs that nobody else owns. */
export async function dropBlobs(db: Writer, ids: readonly SessionId[]): Promise<void> {
  const owned = await db
    .selectFrom("session_blobs")
    .select("sha256")
    .distinct()
    .where("session_id", "in", ids)
    .execute();
  await db.deleteFrom("session_blobs").where("session_id", "in", ids).execute();
  for (const { sha256 } of owned) {
    await db
      .deleteFrom("blobs")
      .where("sha256", "=", sha256)
      .where("sha256", "not in", db.selectFrom("session_blobs").select("sha256").where("sha256", "=", sha256))
      .execute();
  }
}

export function createBlobs(database: Database): Pick<Store, "putBlob" | "getBlob" | "shareBlobs"> {
  return {
    async putBlob(id, bytes) {
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      await database.write(async (db) => {
        await requireSession(db, id);
        await db
          .insertInto("blobs")
          .values({ sha256, size: bytes.length, bytes })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        await db
          .insertInto("session_blobs")
          .values({ session_id: id, sha256 })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      });
      return sha256;
    },

    async getBlob(blob) {
      const row = await database.read((db) =>
        db.selectFrom("blobs").select("bytes").where("sha256", "=", blob).executeTakeFirst(),
      );
      if (row === undefined) throw new SkillmintError("blob-missing", { params: { blob } });
      return row.bytes;
    },

    shareBlobs: (from, to) =>
      database.write(async (db) => {
        await requireSession(db, from);
        await requireSession(db, to);
        await shareBlobs(db, from, to);
      }),
  };
}
