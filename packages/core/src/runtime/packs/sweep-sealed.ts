import { findMemoryPlace, removeLeftFolders } from "../../workspace/memory-folder.ts";
import { removeLeftovers } from "../../workspace/owned-folder.ts";
import { removeOldOutputs } from "../../workspace/shell-output.ts";

/** Takes away what killed processes left in memory: sealed content, and output of commands that read it. */
export async function sweepSealed(): Promise<void> {
  const place = await findMemoryPlace();
  if (place === undefined) return;
  await Promise.allSettled([removeLeftFolders(place), removeLeftovers(place), removeOldOutputs(place)]);
}
