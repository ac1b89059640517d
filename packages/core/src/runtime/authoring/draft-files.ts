import { realpath } from "node:fs/promises";
import { join } from "node:path";
import type { DraftNote } from "../../authoring/versions/draft.ts";
import type { DraftStore } from "../../authoring/versions/draft-store.ts";
import { sha256 } from "../../authoring/versions/folder-content.ts";
import type { AuthoringWords } from "../../authoring/words.ts";
import { cutText, SkillmintError } from "../../protocol/index.ts";
import { openRegular, readBytes } from "../../skill/open-regular.ts";
import { SkillFileError } from "../../skill/skill-file-error.ts";

/** A file of a draft; its path is relative to the skill's folder, with `/`. */
export interface DraftFile {
  path: string;
  bytes: number;
}

/** The largest file whose text is given out. */
export const maxDraftText = 4 * 1024 * 1024;
const maxShownPath = 200;

/** SKILL.md first, then by path. */
export function listDraftFiles({ files }: Pick<DraftNote, "files">): DraftFile[] {
  const weight = ({ path }: DraftFile): number => (/^skill\.md$/i.test(path) ? 0 : 1);
  return files
    .map(({ path, bytes }) => ({ path, bytes }))
    .sort((a, b) => weight(a) - weight(b) || (a.path < b.path ? -1 : 1));
}

/** The bytes as they are there now; a link in the way is refused as what is not there. */
async function readThere(path: string): Promise<Uint8Array | undefined> {
  try {
    await using handle = await openRegular(path);
    return await readBytes(handle, maxDraftText);
  } catch (error) {
    if (SkillFileError.is(error) || (error as { code?: string }).code !== undefined) return undefined;
    throw error;
  }
}

function decode(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/**
 * The text of a file that the draft's note names. Refused with `usage` where it names none of this path, or it is too
 * large or no text; with `skill-refused` where what is there is not what the note says.
 */
export async function readDraftFile(
  drafts: Pick<DraftStore, "root">,
  draft: DraftNote,
  path: string,
  words: AuthoringWords,
): Promise<string> {
  const shown = cutText(path, maxShownPath);
  const refuse = (message: string): SkillmintError => new SkillmintError("usage", { params: { message } });
  const file = draft.files.find((one) => one.path === path);
  if (!file) throw refuse(words("authoring.noFile", { path: shown }));
  if (file.bytes > maxDraftText)
    throw refuse(words("authoring.fileTooLarge", { path: shown, limit: maxDraftText / 1024 / 1024 }));
  const folder = join(await realpath(drafts.root), draft.id, draft.name);
  const bytes = await readThere(join(folder, ...path.split("/")));
  if (bytes === undefined || sha256(bytes) !== file.sha256) {
    const detail = words("authoring.otherDraft");
    throw new SkillmintError("skill-refused", { params: { name: draft.name }, detail });
  }
  const text = decode(bytes);
  if (text === undefined) throw refuse(words("authoring.notText", { path: shown }));
  return text;
}
