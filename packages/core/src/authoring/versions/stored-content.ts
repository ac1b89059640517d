import { join, posix } from "node:path";
import { z } from "zod";
import { systemCode } from "../../skill/discover/folders.ts";
import { SkillFileError } from "../../skill/skill-file-error.ts";
import { readContent, sha256, type FolderContent } from "./folder-content.ts";

/** A path that stays in the folder it is relative to, on every system. */
const innerPath = z
  .string()
  .min(1)
  .refine(
    (path) =>
      posix.normalize(path) === path && !/^(?:\.\.(?:\/|$)|\/|[a-z]:)|\\|\0/i.test(path) && path !== ".",
  );

/** What a kept content must be: it is stored with rights of its own. */
export const contentList = z.object({
  files: z.array(
    z.object({
      path: innerPath,
      mode: z.number().int().min(0).max(0o777),
      sha256: z.string(),
      bytes: z.number().int().min(0),
    }),
  ),
  links: z.array(z.object({ path: innerPath, target: z.string() })),
  folders: z.array(innerPath),
});
export type ContentList = z.infer<typeof contentList>;

export function listContent({ files, links, folders }: FolderContent): ContentList {
  return {
    files: files.map(({ path, mode, bytes }) => ({ path, mode, sha256: sha256(bytes), bytes: bytes.length })),
    links,
    folders,
  };
}

async function readKept(folder: string): Promise<FolderContent> {
  try {
    return await readContent(folder);
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
    throw new SkillFileError("unreadable", folder, { cause: error });
  }
}

/** A content as it was kept. Fails with `SkillFileError` `unreadable` where it is no longer what the list says. */
export async function readStored(folder: string, list: ContentList): Promise<FolderContent> {
  const stored = await readKept(folder);
  const byPath = new Map(stored.files.map((file) => [file.path, file]));
  const files = list.files.map(({ path, mode, sha256: digest }) => {
    const bytes = byPath.get(path)?.bytes;
    if (bytes === undefined || sha256(bytes) !== digest)
      throw new SkillFileError("unreadable", join(folder, path));
    return { path, mode, bytes };
  });
  return { files, links: list.links, folders: list.folders };
}
