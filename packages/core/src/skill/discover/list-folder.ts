import { readdirSync, type Dirent } from "node:fs";
import type { Translate } from "../../protocol/index.ts";
import { systemCode } from "./folders.ts";
import type { Problems } from "./problems.ts";

/** The entries of a folder by name; of one that vanished meanwhile there are none. */
export function listFolder(folder: string, problems: Problems, t: Translate): Dirent[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    const reason = systemCode(error);
    if (reason === undefined) throw error;
    if (reason !== "ENOENT" && reason !== "ENOTDIR") {
      const message = t("discover.folder-unreadable", { reason });
      problems.add({ path: folder, severity: "warning", code: "folder-unreadable", message });
    }
    return [];
  }
}
