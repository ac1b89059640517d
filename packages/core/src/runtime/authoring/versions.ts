import { join } from "node:path";
import { withFileLock } from "../../environment/file-lock.ts";
import {
  compareContents,
  emptyContent,
  type FolderChange,
} from "../../authoring/versions/compare-contents.ts";
import { createAuthoringWords } from "../../authoring/words.ts";
import { digestContent, readContent } from "../../authoring/versions/folder-content.ts";
import { refuseUnreadable } from "../../authoring/versions/refuse-unreadable.ts";
import { replaceFolder } from "../../authoring/versions/replace-folder.ts";
import { createVersionStore, type VersionStore } from "../../authoring/versions/version-store.ts";
import type { VersionAction, VersionNote } from "../../authoring/versions/version-note.ts";
import { createTranslate, SkillmintError } from "../../protocol/index.ts";
import type { Skill } from "../../skill/skill.ts";
import { ensureFolder, type Home } from "../../environment/home.ts";
import { isEditable } from "../../skill/manage/update-skill.ts";
import type { SkillPlace, Skills } from "../skills/skills.ts";
import type { AuthoringDeps } from "./authoring-deps.ts";

/** A kept state of a skill. */
export interface SkillVersion {
  version: number;
  /** Milliseconds since 1970. */
  at: number;
  action: VersionAction;
  by: "person" | "agent";
  why?: string;
  sessionId?: string;
  /** The version that was brought back. */
  restored?: number;
  digest: string;
  files: number;
  bytes: number;
  /** Whether the folder is like this now. */
  current: boolean;
}

export interface SkillHistory {
  id: string;
  name: string;
  folder: string;
  /** The newest first. */
  versions: SkillVersion[];
  /** The folder differs from every kept state: it was changed elsewhere since. */
  changed: boolean;
}

export interface VersionDiff extends FolderChange {
  version: number;
}

export interface RolledBack {
  id: string;
  name: string;
  folder: string;
  /** The version that was brought back. */
  restored: number;
  /** The version that this made. */
  version: SkillVersion;
}

/**
 * The states that a skill had. Skills are named as everywhere, by id or name. A version that is not there is refused
 * with `version-not-found`, going back where nothing older is kept with `usage`, a skill that is not the person's own with `skill-refused`.
 */
export interface SkillVersions {
  history(place: SkillPlace, name: string): Promise<SkillHistory>;
  /** What a version changed: its difference from the one before it, or from nothing. */
  diff(place: SkillPlace, name: string, version: number): Promise<VersionDiff>;
  /** What going back would change. Without a version: the state before the present one. */
  preview(place: SkillPlace, name: string, version?: number): Promise<VersionDiff>;
  /** Makes a skill what it was, byte for byte and with the rights of its files. It is a version of its own. */
  rollback(place: SkillPlace, name: string, version?: number): Promise<RolledBack>;
}

/** The states of all skills of a person. */
export function openVersionStore(home: Pick<Home, "root">): VersionStore {
  return createVersionStore({ root: join(home.root, "versions") });
}

/** One after the other over all processes, for everything that changes the files of skills. */
export async function whileChanging<T>(home: Pick<Home, "root">, work: () => Promise<T>): Promise<T> {
  await ensureFolder(home.root);
  return withFileLock(join(home.root, "skill-texts"), work);
}

function toVersion(note: VersionNote, digest: string): SkillVersion {
  const { version, at, action, by, why, sessionId, restored, files } = note;
  return {
    version,
    at,
    action,
    by,
    ...(why === undefined ? {} : { why }),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(restored === undefined ? {} : { restored }),
    digest: note.digest,
    files: files.length,
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    current: note.digest === digest,
  };
}

/** Whose files a person keeps in their own hands: those of the project and of themselves. */
export function isOwn(skill: Skill): boolean {
  return (
    (skill.layer === "user" || skill.layer === "project") && skill.command === undefined && isEditable(skill)
  );
}

function refuse({ name }: Skill, detail: string): SkillmintError {
  return new SkillmintError("skill-refused", { params: { name }, detail });
}

export function createSkillVersions({
  home,
  language,
  skills,
}: Pick<AuthoringDeps, "home" | "language"> & { skills: { api: Pick<Skills, "find"> } }): SkillVersions {
  const t = createTranslate(language);
  const words = createAuthoringWords(language);
  const store = openVersionStore(home);
  const find = async (place: SkillPlace, name: string): Promise<Skill> =>
    (await skills.api.find(place, name)).skill;

  function pick(skill: Skill, notes: readonly VersionNote[], version: number): VersionNote {
    const note = notes.find((one) => one.version === version);
    if (note) return note;
    throw new SkillmintError("version-not-found", { params: { name: skill.name, version } });
  }

  /** The state before the present one: where the folder was changed elsewhere, the newest that was kept. */
  function before(skill: Skill, notes: readonly VersionNote[], digest: string): VersionNote {
    const at = notes.findIndex((note) => note.digest === digest);
    const note = notes[at === -1 ? 0 : at + 1];
    if (note) return note;
    const message = words("authoring.noEarlier", { name: skill.name });
    throw new SkillmintError("usage", { params: { message } });
  }

  async function choose(skill: Skill, version: number | undefined) {
    if (!isOwn(skill)) throw refuse(skill, t("skill.notEditable"));
    const content = await readContent(skill.folder);
    const notes = await store.list(skill.folder);
    const note =
      version === undefined ? before(skill, notes, digestContent(content)) : pick(skill, notes, version);
    return { content, note };
  }

  return {
    async history(place, name) {
      const skill = await find(place, name);
      const { id, folder } = skill;
      return refuseUnreadable(skill.name, t, async () => {
        const digest = digestContent(await readContent(folder));
        const notes = await store.list(folder);
        const current = notes.find((note) => note.digest === digest);
        const versions = notes.map((note) => toVersion(note, note === current ? digest : ""));
        return { id, name: skill.name, folder, versions, changed: notes.length > 0 && !current };
      });
    },
    async diff(place, name, version) {
      const skill = await find(place, name);
      return refuseUnreadable(skill.name, t, async () => {
        const notes = await store.list(skill.folder);
        const note = pick(skill, notes, version);
        const older = notes[notes.indexOf(note) + 1];
        const base = older ? await store.read(older) : emptyContent;
        return { version, ...compareContents(base, await store.read(note), t) };
      });
    },
    async preview(place, name, version) {
      const skill = await find(place, name);
      return refuseUnreadable(skill.name, t, async () => {
        const { content, note } = await choose(skill, version);
        return { version: note.version, ...compareContents(content, await store.read(note), t) };
      });
    },
    async rollback(place, name, version) {
      const skill = await find(place, name);
      const { id, folder } = skill;
      return whileChanging(home, () =>
        refuseUnreadable(skill.name, t, async () => {
          const { note } = await choose(skill, version);
          const content = await store.read(note);
          const change = { action: "rolled-back" as const, by: "person" as const, restored: note.version };
          const { kept } = await store.around(folder, change, () => replaceFolder(folder, content));
          return {
            id,
            name: skill.name,
            folder,
            restored: note.version,
            version: toVersion(kept, kept.digest),
          };
        }),
      );
    },
  };
}
