import { realpath } from "node:fs/promises";
import { basename, isAbsolute, join, resolve } from "node:path";
import type { Diagnostic, Translate } from "../protocol/index.ts";
import { isInside, systemCode } from "./discover/folders.ts";
import { openRegular, readBytes } from "./open-regular.ts";
import { maxFrontmatterLength, maxSkillBytes } from "./parse/limits.ts";
import { parseSkill } from "./parse/parse-skill.ts";
import { readSidecar, sidecarPath } from "./parse/sidecar.ts";
import type { FoundSkill, ParsedSkill } from "./skill.ts";
import { SkillFileError } from "./skill-file-error.ts";

/** A file of a skill beyond this is not given. */
export const maxSkillFileBytes = 10 * 1024 * 1024;

type Place = Pick<FoundSkill, "file" | "folder" | "root">;

async function readWhole(real: string, asked: string, limit: number): Promise<Uint8Array> {
  const handle = await openRegular(real);
  try {
    const bytes = await readBytes(handle, limit);
    if (bytes === undefined) throw new SkillFileError("too-large", asked, { limit });
    return bytes;
  } finally {
    await handle.close();
  }
}

/**
 * SKILL.md as it is now, with its body. Never fails: a file that is gone, too large or no file any more is
 * `unreadable`, with the reason.
 */
export async function readSkill(found: Place & { command?: string }, t: Translate): Promise<ParsedSkill> {
  try {
    const bytes = await readWhole(found.file, found.file, maxSkillBytes);
    const folderName = found.command?.split(":").at(-1) ?? basename(found.folder);
    const parsed = parseSkill(bytes, { path: found.file, folderName, t });
    if (found.command !== undefined) return parsed;
    return { ...parsed, fields: { ...parsed.fields, ...(await readBeside(found.folder)) } };
  } catch (error) {
    const diagnostic = describeFailure(found.file, error, t);
    if (diagnostic === undefined) throw error;
    const extra = Object.create(null) as ParsedSkill["extra"];
    return { state: "unreadable", fields: {}, extra, body: "", bodyLine: 1, diagnostics: [diagnostic] };
  }
}

/** What Codex's file in the skill's folder adds; where there is none that can be read, nothing. */
async function readBeside(folder: string): Promise<ParsedSkill["fields"]> {
  try {
    const file = join(folder, sidecarPath);
    return readSidecar(new TextDecoder().decode(await readWhole(file, file, maxFrontmatterLength)));
  } catch (error) {
    if (SkillFileError.is(error) || systemCode(error) !== undefined) return {};
    throw error;
  }
}

function describeFailure(path: string, error: unknown, t: Translate): Diagnostic | undefined {
  if (SkillFileError.is(error) && error.code === "too-large") {
    const message = t("discover.skill-too-large", { limit: error.limit });
    return { path, severity: "error", code: "skill-too-large", message };
  }
  const reason = SkillFileError.is(error) ? error.code : systemCode(error);
  if (reason === undefined) return undefined;
  const message = t("discover.skill-unreadable", { reason });
  return { path, severity: "error", code: "skill-unreadable", message };
}

export interface SkillFileContent {
  /** Where it lies, without links. */
  path: string;
  bytes: Uint8Array;
}

/**
 * A file that a skill points at, by its path relative to the skill's folder. Taken literally, never decoded; it may
 * climb (`../other/x.md`) as long as it stays in the skill's root. Fails with `SkillFileError`: `not-found` for all
 * that is missing, forbidden, a folder or not a regular file, `too-large` beyond the limit.
 */
export async function readSkillFile(
  found: Place,
  relativePath: string,
  limit: number = maxSkillFileBytes,
): Promise<SkillFileContent> {
  const refused = (cause?: unknown): SkillFileError =>
    new SkillFileError("not-found", relativePath, { cause });
  const isPlain = relativePath.trim() !== "" && !relativePath.includes("\0") && !isAbsolute(relativePath);
  if (!isPlain) throw refused();
  const full = resolve(found.folder, relativePath);
  if (!isInside(found.root, full)) throw refused();
  try {
    const real = await realpath(full);
    if (!isInside(await realpath(found.root), real)) throw refused();
    return { path: real, bytes: await readWhole(real, relativePath, limit) };
  } catch (error) {
    if (SkillFileError.is(error) ? error.code === "not-found" : systemCode(error) !== undefined)
      throw refused(error);
    throw error;
  }
}
