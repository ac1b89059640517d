import { randomBytes, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { ensureFolder } from "../../environment/home.ts";
import { writeAtomic } from "../../environment/write-atomic.ts";
import { SkillmintError } from "../../protocol/index.ts";
import { draftNote, type DraftNote, type NewDraft } from "./draft.ts";
import { digestContent, writeContent, type FolderContent } from "./folder-content.ts";
import { listContent, readStored } from "./stored-content.ts";
import { systemCode } from "../../skill/discover/folders.ts";

/** More than anybody looks through; the oldest go first. */
export const maxDrafts = 50;
const noteFile = "draft.json";
const idPattern = /^drf_[0-9a-f]{10}$/;

/** Skills that wait for a person to approve them. */
export interface DraftStore {
  /** The folder that all of them lie in. */
  readonly root: string;
  /** An id that no draft has. */
  newId(): string;
  /** Writes a draft as a whole; one of the same id is replaced. */
  write(id: string, draft: NewDraft, content: FolderContent): Promise<DraftNote>;
  /** The newest first. One that cannot be read is left out. */
  list(): Promise<DraftNote[]>;
  /** Refused with `draft-not-found`. */
  get(id: string): Promise<DraftNote>;
  read(draft: DraftNote): Promise<FolderContent>;
  /** The folder of its skill, under the name that the skill has. */
  folderOf(draft: DraftNote): string;
  remove(id: string): Promise<void>;
}

export function createDraftStore({ root, now = Date.now }: { root: string; now?: () => number }): DraftStore {
  async function find(id: string): Promise<DraftNote | undefined> {
    if (!idPattern.test(id)) return undefined;
    try {
      const { data } = draftNote.safeParse(JSON.parse(await readFile(join(root, id, noteFile), "utf8")));
      return data?.id === id ? data : undefined;
    } catch (error) {
      if (error instanceof SyntaxError || systemCode(error) !== undefined) return undefined;
      throw error;
    }
  }

  async function list(): Promise<DraftNote[]> {
    const names = await readdir(root).catch((error: unknown) => {
      if (systemCode(error) === "ENOENT") return [];
      throw error;
    });
    const drafts = await Promise.all(names.map(find));
    return drafts.filter((draft) => draft !== undefined).sort((a, b) => b.at - a.at);
  }

  const remove = (id: string): Promise<void> =>
    idPattern.test(id) ? rm(join(root, id), { recursive: true, force: true }) : Promise.resolve();

  const folderOf = ({ id, name }: DraftNote): string => join(root, id, name);

  return {
    root,
    newId: () => `drf_${randomBytes(5).toString("hex")}`,
    list,
    remove,
    folderOf,
    async write(id, draft, content) {
      await ensureFolder(root);
      const note: DraftNote = {
        format: 1,
        id,
        at: now(),
        ...draft,
        digest: digestContent(content),
        ...listContent(content),
      };
      const temporary = join(root, `.${randomUUID()}.tmp`);
      try {
        await mkdir(temporary, { mode: 0o700 });
        await writeContent(join(temporary, note.name), content, { isPrivate: true });
        await writeAtomic(join(temporary, noteFile), `${JSON.stringify(note, undefined, 2)}\n`);
        await remove(id);
        await rename(temporary, join(root, id));
      } finally {
        await rm(temporary, { recursive: true, force: true });
      }
      for (const old of (await list()).slice(maxDrafts)) await remove(old.id);
      return note;
    },
    async get(id) {
      const draft = await find(id);
      if (!draft) throw new SkillmintError("draft-not-found", { params: { id: id.slice(0, 40) } });
      return draft;
    },
    read: (draft) => readStored(folderOf(draft), draft),
  };
}
