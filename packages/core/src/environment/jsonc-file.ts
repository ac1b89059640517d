import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import type { z } from "zod";
import { SkillmintError } from "../protocol/index.ts";
import type { Words } from "./environment-texts.ts";
import { withFileLock } from "./file-lock.ts";
import { asHomeError, ensureFolder } from "./home.ts";
import { editJsonc } from "./jsonc-edit.ts";
import { parseJsonc, validateJsonc, type JsoncDocument } from "./jsonc-document.ts";
import { followLink, writeAtomic } from "./write-atomic.ts";

const maxBytes = 1024 * 1024;

function refuse(file: string, message: string, cause?: unknown): SkillmintError {
  return new SkillmintError("config-unreadable", { params: { file, line: 1, column: 1, message }, cause });
}

/** Small, on this machine and read many times at every start: waiting for a thread takes longer than reading. */
function readText(file: string, words: Words): string {
  let handle: number | undefined;
  try {
    // Opening a named pipe would wait for its writer; Windows has neither.
    handle = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(handle);
    if (!stats.isFile()) throw refuse(file, words("file.notFile"));
    if (stats.size > maxBytes) throw refuse(file, words("file.tooLarge", { kilobytes: maxBytes / 1024 }));
    const text = readFileSync(handle, "utf8");
    return text.startsWith("\uFEFF") ? text.slice(1) : text;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "ENOENT") return "";
    if (SkillmintError.is(error)) throw error;
    throw refuse(file, words("file.denied", { reason: code ?? "?" }), error);
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** A file that is not there reads as an empty one. */
export async function readJsonc(file: string, words: Words): Promise<JsoncDocument> {
  return parseJsonc(file, readText(file, words), words);
}

/** What to set where; `undefined` removes. */
export type JsoncChange = readonly [path: readonly string[], value: unknown];

/**
 * Changes a file as one step: read, changed, checked against `schema` and replaced under a lock, so that of
 * writers in several processes none loses what another wrote. `decide` sees what is there now; without changes
 * nothing is written. A file that cannot be read is left as it is. Resolves to whether it was written.
 */
export async function updateJsonc(
  file: string,
  schema: z.ZodType,
  decide: (value: unknown) => readonly JsoncChange[],
  words: Words,
): Promise<boolean> {
  await ensureFolder(dirname(file));
  const target = await followLink(file);
  return asHomeError(target, async () => {
    for (;;) {
      const outcome = await withFileLock(target, async (lock) => {
        const document = await readJsonc(target, words);
        const changes = decide(document.value);
        const text = changes.reduce((before, [path, value]) => editJsonc(before, path, value), document.text);
        if (text === document.text) return "same";
        validateJsonc(parseJsonc(file, text, words), schema, words);
        return (await writeAtomic(target, text, () => lock.isHeld())) ? "written" : "lost";
      });
      if (outcome !== "lost") return outcome === "written";
    }
  });
}
