import type { CallView } from "../protocol/index.ts";
import { killLeftovers } from "../workspace/kill-leftovers.ts";

/** Ends what still runs of a call whose process died before the call had its result. */
export async function endLeftovers({ process, callId }: CallView): Promise<void> {
  if (process) await killLeftovers({ pid: process.pid, start: process.start ?? "", callId });
}
