import { constants } from "node:fs";
import { open, realpath } from "node:fs/promises";
import { isAbsolute, resolve } from "node:path";
import { SkillmintError, type Translate } from "../../protocol/index.ts";
import type { FoundSkill } from "../skill.ts";
import { isBelow } from "./within.ts";

const maxFileBytes = 1024 * 1024;

function refuse(message: string): SkillmintError {
  return new SkillmintError("usage", { params: { message } });
}

/**
 * The text of a file of a skill, by its path inside the skill's folder. A path that leads out is refused; a link that
 * does looks the same as a file that is not there. What is read is the very file that was checked; at most 1 MiB.
 */
export async function readSkillFile(
  skill: Pick<FoundSkill, "folder">,
  path: string,
  t: Translate,
): Promise<string> {
  const folder = await realpath(skill.folder).catch(() => {
    throw refuse(t("skill.notFound"));
  });
  const lexical = resolve(folder, path);
  if (
    path === "" ||
    path.includes("\0") ||
    isAbsolute(path) ||
    /^[a-z]:/i.test(path) ||
    !isBelow(folder, lexical)
  ) {
    throw refuse(t("skill.traversal"));
  }
  const missing = (): SkillmintError => refuse(t("skill.fileMissing", { path }));
  const real = await realpath(lexical).catch(() => {
    throw missing();
  });
  if (!isBelow(folder, real)) throw missing();
  const handle = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    () => {
      throw missing();
    },
  );
  try {
    const stat = await handle.stat();
    // A folder on the way may have become a link since.
    if (!stat.isFile() || (await realpath(lexical).catch(() => undefined)) !== real) throw missing();
    if (stat.size > maxFileBytes) throw refuse(t("skill.fileTooBig", { path, max: maxFileBytes }));
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxFileBytes), 0, maxFileBytes, 0);
    return buffer.subarray(0, bytesRead).toString("utf8");
  } finally {
    await handle.close();
  }
}
