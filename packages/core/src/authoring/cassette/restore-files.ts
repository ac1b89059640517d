import { lstat, readdir, utimes } from "node:fs/promises";
import { createWorkspace } from "../../workspace/create-workspace.ts";
import { placeInside, putFile } from "./apply-changes.ts";
import { mapTexts } from "./json.ts";
import type { PlayerCore } from "./player-core.ts";

/** Puts the files into a workspace that the recorded run found there, as far as they are missing. Nothing is overwritten. */
export async function restoreFiles(core: PlayerCore, folder: string, when: boolean | "empty"): Promise<void> {
  if (when === false) return;
  const { restore } = core.placeholders();
  if (when === "empty" && (await readdir(folder)).some((name) => name !== ".git")) return;
  const workspace = await createWorkspace({ root: folder, added: [], home: folder });
  let count = 0;
  for (const { file, content, modified, executable, note } of core.cassette.files) {
    const real = await placeInside(file, workspace);
    if (real === undefined || (await lstat(real).catch(() => undefined))) continue;
    if (content === undefined) {
      core.note(core.words("cassette.notRestored", { file, reason: note ?? "" }));
      continue;
    }
    await putFile(real, mapTexts(content, restore), executable);
    await utimes(real, modified / 1_000, modified / 1_000);
    count++;
  }
  if (count > 0) core.note(core.words("cassette.restored", { count, folder }));
}
