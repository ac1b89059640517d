import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { withFileLock } from "../../environment/file-lock.ts";
import { writeAtomic } from "../../environment/write-atomic.ts";
import { SkillmintError } from "../../protocol/index.ts";
import { digestFolder } from "../../skill/digest.ts";
import { createGrants, isApproved } from "../../skill/grants/create-grants.ts";
import type { FolderState } from "../../skill/grants/describe-change.ts";
import type { Approved } from "../../skill/grants/grants-file.ts";
import { readTexts } from "../../skill/grants/read-texts.ts";

/** What people approved of skills' `allowed-tools`, each for one state of the skill's folder. */
export interface SkillGrants {
  /** The folder as it is now. */
  look(folder: string): Promise<FolderState>;
  find(folder: string): Promise<Approved | undefined>;
  /** Refused with `skill-refused` where the folder is no longer what the person was shown. */
  approve(folder: string, shown: { name: string; digest: string; rules: readonly string[] }): Promise<void>;
  forget(folder: string): Promise<boolean>;
}

export { isApproved };

/** Where approvals of a skill are kept under: its folder, or the file that is all of it. */
export function grantPlace(skill: { folder: string; file: string; command?: string }): string {
  return skill.command === undefined ? skill.folder : skill.file;
}

/** The texts that a difference can be shown of. */
export async function readSkillTexts(
  place: string,
  files: readonly { path: string }[],
): Promise<Record<string, string>> {
  return readTexts((await stat(place)).isFile() ? dirname(place) : place, files);
}

/** `lookElsewhere`: what is known of a folder whose files are not all here; `undefined` for every other folder. */
export function createSkillGrants(
  file: string,
  lookElsewhere?: (folder: string) => Promise<Pick<FolderState, "digest" | "files"> | undefined>,
): SkillGrants {
  const grants = createGrants({ file, io: { writeAtomic, withLock: withFileLock } });
  async function look(folder: string): Promise<FolderState> {
    const listed = await lookElsewhere?.(folder);
    if (listed) return { ...listed, texts: {} };
    // A skill may be a single file.
    if ((await stat(folder)).isFile()) {
      const digest = createHash("sha256")
        .update(await readFile(folder))
        .digest("hex");
      return { digest, files: [{ path: basename(folder), digest }], texts: {} };
    }
    const { digest, files } = await digestFolder(folder);
    return { digest, files, texts: {} };
  }
  return {
    look,
    find: (folder) => grants.find(folder),
    async approve(folder, { name, digest, rules }) {
      const now = await look(folder);
      if (now.digest !== digest)
        throw new SkillmintError("skill-refused", { params: { name }, detail: "changed" });
      const texts = now.files.length === 0 ? {} : await readSkillTexts(folder, now.files);
      await grants.approve(folder, { digest, rules, files: now.files, texts });
    },
    forget: (folder) => grants.forget(folder),
  };
}
