import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** The JSON and JSONC files right in a folder of a skill, by name; what lies deeper belongs to them. */
export async function listJsonFiles(skillFolder: string, name: string): Promise<string[]> {
  const folder = join(skillFolder, name);
  const names = await readdir(folder).catch((error: unknown) => {
    const code = (error as { code?: string }).code;
    if (code === "ENOENT" || code === "ENOTDIR") return [];
    throw error;
  });
  return names
    .filter((file) => /\.jsonc?$/.test(file) && !file.startsWith("."))
    .sort()
    .map((file) => join(folder, file));
}
