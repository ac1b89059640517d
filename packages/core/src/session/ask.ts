import { SkillmintError, type DurableEvent, type SessionId } from "../protocol/index.ts";
import type { Writer } from "./database.ts";
import type { AsksTable } from "./tables.ts";

type Answered = DurableEvent<"permission.answered"> | DurableEvent<"question.answered">;

async function answer(db: Writer, id: SessionId, event: Answered): Promise<void> {
  const row = await db
    .selectFrom("asks")
    .select(["kind", "state"])
    .where("session_id", "=", id)
    .where("ask_id", "=", event.askId)
    .executeTakeFirst();
  const kind = event.type === "permission.answered" ? "permission" : "question";
  if (row?.kind === kind && row.state === "answered") {
    throw new SkillmintError("ask-answered", { params: { id, ask: event.askId } });
  }
  if (row?.kind !== kind || row.state !== "open") {
    throw new SkillmintError("ask-not-found", { params: { id, ask: event.askId } });
  }
  await db
    .updateTable("asks")
    .set({ state: "answered" })
    .where("session_id", "=", id)
    .where("ask_id", "=", event.askId)
    .execute();
}

/** Open asks, of one call or of all, that can no longer be answered. Returns how many. */
async function withdraw(db: Writer, id: SessionId, callId?: string): Promise<number> {
  let query = db
    .updateTable("asks")
    .set({ state: "withdrawn" })
    .where("session_id", "=", id)
    .where("state", "=", "open");
  if (callId !== undefined) query = query.where("call_id", "=", callId);
  const result = await query.executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/**
 * Keeps the asks beside the log, so that each is answered once and only while it is open. `open` is how many
 * were open before; returns how many are now.
 */
export async function trackAsks(
  db: Writer,
  id: SessionId,
  open: number,
  events: readonly DurableEvent[],
): Promise<number> {
  let count = open;
  for (const event of events) {
    switch (event.type) {
      case "permission.asked":
      case "question.asked": {
        const kind: AsksTable["kind"] = event.type === "permission.asked" ? "permission" : "question";
        await db
          .insertInto("asks")
          .values({ session_id: id, ask_id: event.askId, call_id: event.callId, kind, state: "open" })
          .execute();
        count++;
        break;
      }
      case "permission.answered":
      case "question.answered":
        await answer(db, id, event);
        count--;
        break;
      case "tool.settled":
        if (count > 0) count -= await withdraw(db, id, event.callId);
        break;
      case "session.rewound":
        if (count > 0) count -= await withdraw(db, id);
        break;
      default:
    }
  }
  return count;
}
