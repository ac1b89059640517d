import { SkillmintError, type SessionId } from "../protocol/index.ts";
import type { Reader } from "./database.ts";

/** Refuses an id that does not exist. */
export async function requireSession(db: Reader, id: SessionId): Promise<{ seq: number }> {
  const row = await db.selectFrom("sessions").select("seq").where("id", "=", id).executeTakeFirst();
  if (row === undefined) throw new SkillmintError("session-not-found", { params: { id } });
  return row;
}
