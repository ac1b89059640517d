import { isKnown } from "../protocol/index.ts";
import type { Writer } from "./database.ts";
import { fromRow } from "./event-row.ts";

/** Keeps beside the log which sessions began as a copy of another. */
export async function recordOldForks(db: Writer): Promise<void> {
  const rows = await db
    .selectFrom("events")
    .select(["session_id", "seq", "at", "v", "type", "body"])
    .where("seq", "=", 1)
    .where("body", "like", '%"forkOf"%')
    .execute();
  for (const { session_id: id, ...row } of rows) {
    const event = fromRow(id, row);
    const origin = isKnown(event) && event.type === "session.created" ? event.forkOf : undefined;
    if (origin)
      await db.updateTable("sessions").set({ fork_of: origin.sessionId }).where("id", "=", id).execute();
  }
}
