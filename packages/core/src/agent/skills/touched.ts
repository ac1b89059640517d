import { relative } from "node:path";
import type { SessionView } from "../../protocol/index.ts";

const prefix = "file:";

/** The files that a conversation read or changed, relative to its folder; those outside as they are. */
export function touchedFiles(view: SessionView): string[] {
  return Object.keys(view.memory).flatMap((key) => {
    if (!key.startsWith(prefix)) return [];
    const path = key.slice(prefix.length);
    const inside = relative(view.folder, path);
    return [inside.startsWith("..") ? path : inside];
  });
}
