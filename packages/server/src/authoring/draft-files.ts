import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { SkillmintError } from "@skillmint/core/protocol";

export interface DraftFile {
  path: string;
  bytes: number;
}

const isMissing = (error: unknown): boolean => (error as { code?: string }).code === "ENOENT";

/** The files of a folder by their paths in it, SKILL.md first. What is no plain file is left out. */
export async function listFiles(folder: string): Promise<DraftFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => {
        const whole = join(parentPath, name);
        const path = relative(folder, whole).split(sep).join("/");
        return { path, bytes: (await stat(whole)).size };
      }),
  );
  const weight = ({ path }: DraftFile): number => (/^skill\.md$/i.test(path) ? 0 : 1);
  return files.sort((a, b) => weight(a) - weight(b) || (a.path < b.path ? -1 : 1));
}

/** The text of one of these files; undefined where it is none. Refused with `usage` where there is no such file. */
export async function readTextFile(folder: string, path: string): Promise<string | undefined> {
  const isThere = (await listFiles(folder)).some((file) => file.path === path);
  if (!isThere) throw new SkillmintError("usage", { params: { message: `path: ${path.slice(0, 200)}` } });
  const bytes = await readFile(join(folder, ...path.split("/")));
  return bytes.includes(0) ? undefined : bytes.toString("utf8");
}
