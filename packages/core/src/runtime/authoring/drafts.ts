import { realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  compareContents,
  emptyContent,
  type FolderChange,
} from "../../authoring/versions/compare-contents.ts";
import type { DraftNote } from "../../authoring/versions/draft.ts";
import { createDraftStore, type DraftStore } from "../../authoring/versions/draft-store.ts";
import { digestContent, readContent, type FolderContent } from "../../authoring/versions/folder-content.ts";
import { createFolder, replaceFolder } from "../../authoring/versions/replace-folder.ts";
import { createAuthoringWords } from "../../authoring/words.ts";
import type { Home } from "../../environment/home.ts";
import { createTranslate, SkillmintError } from "../../protocol/index.ts";
import { SkillFileError } from "../../skill/skill-file-error.ts";
import { assertSkillName } from "../../skill/manage/skill-name.ts";
import { isBelow, realpathOfNew } from "../../skill/manage/within.ts";
import type { Finding } from "../../skill/validate/finding.ts";
import type { SkillPlace } from "../skills/skills.ts";
import type { AuthoringDeps } from "./authoring-deps.ts";
import { listDraftFiles, readDraftFile, type DraftFile } from "./draft-files.ts";
import { openVersionStore, whileChanging } from "./versions.ts";

/** A skill that waits for a person to approve it. */
export interface SkillDraftSummary {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  name: string;
  target: { layer: "user" | "project"; folder: string; isNew: boolean };
  /** Of its content: `apply` takes exactly this. */
  digest: string;
  message: string;
  details?: string;
  why?: string;
  sessionId?: string;
  /** Nobody asked for it: a run left it behind. */
  isProposal: boolean;
}

export interface SkillDraftDetails extends SkillDraftSummary {
  /** Everything that it holds, SKILL.md first. */
  files: DraftFile[];
  /** How it differs from what is there. */
  change: FolderChange;
  check: { valid: boolean; errors: Finding[]; warnings: Finding[] };
}

export interface AppliedDraft {
  id: string;
  name: string;
  folder: string;
  isNew: boolean;
  version: number;
}

/** What the sub-agent wrote and nobody approved yet. A draft that is not there is refused with `draft-not-found`. */
export interface SkillDrafts {
  /** The newest first. */
  list(): Promise<SkillDraftSummary[]>;
  show(place: SkillPlace, id: string): Promise<SkillDraftDetails>;
  /**
   * The text of one of its files. Refused with `usage` where it has none of this path, or one that is no text or larger
   * than 4 MB; with `skill-refused` where the file is no longer the one that was written.
   */
  readFile(id: string, path: string): Promise<string>;
  /**
   * Makes a skill of it, in one step, and keeps the states before and after. Refused with `skill-refused` where the
   * skill changed since the draft was begun, the draft is not valid, or it is not what `digest` says.
   */
  apply(place: SkillPlace, id: string, options?: { digest?: string }): Promise<AppliedDraft>;
  discard(id: string): Promise<void>;
}

export function openDraftStore(home: Pick<Home, "root">): DraftStore {
  return createDraftStore({ root: join(home.root, "drafts") });
}

export function summarizeDraft(draft: DraftNote): SkillDraftSummary {
  const { id, at, name, target, digest, message, details, why, sessionId, isProposal = false } = draft;
  return {
    id,
    at,
    name,
    target,
    digest,
    message,
    ...(details === undefined ? {} : { details }),
    ...(why === undefined ? {} : { why }),
    ...(sessionId === undefined ? {} : { sessionId }),
    isProposal,
  };
}

type DraftDeps = Pick<AuthoringDeps, "home" | "language"> & {
  skills: { api: Pick<AuthoringDeps["skills"]["api"], "check"> };
};

export function createSkillDrafts({ home, language, skills }: DraftDeps): SkillDrafts {
  const t = createTranslate(language);
  const words = createAuthoringWords(language);
  const drafts = openDraftStore(home);
  const versions = openVersionStore(home);

  const refuse = (name: string, detail: string): SkillmintError =>
    new SkillmintError("skill-refused", { params: { name }, detail });

  /** A new skill is to be portable; one that is there may have keys of another kind. */
  async function check(place: SkillPlace, draft: DraftNote) {
    const profile = draft.target.isNew ? "portable" : "claude";
    const [report] = await skills.api.check(place, [drafts.folderOf(draft)], { profile });
    const { valid = false, errors = [], warnings = [] } = report ?? {};
    return { valid, errors, warnings };
  }

  /** What was written; what somebody changed or took away since is refused. */
  async function readDraft(draft: DraftNote): Promise<FolderContent> {
    try {
      return await drafts.read(draft);
    } catch (error) {
      if (!SkillFileError.is(error)) throw error;
      throw refuse(draft.name, words("authoring.otherDraft"));
    }
  }

  async function before({ target, name }: DraftNote) {
    if (target.isNew) return emptyContent;
    try {
      return await readContent(target.folder);
    } catch (error) {
      const isGone = SkillFileError.is(error) || (error as { code?: string }).code === "ENOENT";
      if (!isGone) throw error;
      throw refuse(name, words("authoring.changedSince"));
    }
  }

  /** A name that is one, and a place that no link leads out of. */
  async function assertTarget({ name, target }: DraftNote): Promise<void> {
    assertSkillName(name, t);
    const root = dirname(target.folder);
    const project = dirname(dirname(root));
    const real = await realpathOfNew(target.isNew ? root : target.folder);
    const isRight = target.isNew
      ? target.layer === "user" || isBelow(await realpathOfNew(project), real)
      : real === target.folder;
    if (!isRight) throw refuse(name, t("skill.linkedRoot", { path: target.folder, root: project }));
  }

  async function write(draft: DraftNote): Promise<number> {
    const { name, target, base, why, sessionId } = draft;
    const content = await readDraft(draft);
    if (base !== undefined && digestContent(await before(draft)) !== base)
      throw refuse(name, words("authoring.changedSince"));
    const change = {
      action: target.isNew ? ("created" as const) : ("enhanced" as const),
      by: "agent" as const,
      ...(why === undefined ? {} : { why }),
      ...(sessionId === undefined ? {} : { sessionId }),
    };
    if (!target.isNew) {
      const { kept } = await versions.around(target.folder, change, () =>
        replaceFolder(target.folder, content),
      );
      return kept.version;
    }
    try {
      await createFolder(target.folder, content);
    } catch (error) {
      if ((error as { code?: string }).code !== "EEXIST") throw error;
      throw refuse(name, t("skill.exists", { name, path: target.folder }));
    }
    return (await versions.keep(await realpath(target.folder), change)).version;
  }

  return {
    list: async () => (await drafts.list()).map(summarizeDraft),
    async show(place, id) {
      const draft = await drafts.get(id);
      const change = compareContents(await before(draft), await readDraft(draft), t);
      const files = listDraftFiles(draft);
      return { ...summarizeDraft(draft), files, change, check: await check(place, draft) };
    },
    readFile: async (id, path) => readDraftFile(drafts, await drafts.get(id), path, words),
    async apply(place, id, { digest } = {}) {
      const draft = await drafts.get(id);
      const { name, target } = draft;
      if (digest !== undefined && digest !== draft.digest) throw refuse(name, words("authoring.otherDraft"));
      await assertTarget(draft);
      const { errors } = await check(place, draft);
      const grave = target.isNew ? errors : [];
      if (grave.length > 0) {
        const problems = grave.map(({ code, message }) => `${code}: ${message}`).join("; ");
        throw refuse(name, words("authoring.invalid", { problems }));
      }
      const version = await whileChanging(home, async () => {
        // Another process may have been first.
        const now = await drafts.get(id);
        if (now.digest !== draft.digest) throw refuse(name, words("authoring.otherDraft"));
        const made = await write(now);
        await drafts.remove(id);
        return made;
      });
      return { id, name, folder: target.folder, isNew: target.isNew, version };
    },
    discard: async (id) => drafts.remove((await drafts.get(id)).id),
  };
}
