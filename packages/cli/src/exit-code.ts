import { errorTable, toSkillmintError, type EndReason } from "@skillmint/core/protocol";

/** The exit code of a run by how it ended. */
export const exitCodes: Record<EndReason, number> = {
  done: 0,
  error: 1,
  waiting: 3,
  limit: 4,
  loop: 4,
  cancelled: 130,
};

export function exitCodeOf(error: unknown): number {
  return errorTable[toSkillmintError(error).code].exit;
}
