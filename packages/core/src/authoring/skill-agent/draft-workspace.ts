import { lstat, mkdir, readdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SkillmintError, type Translate } from "../../protocol/index.ts";
import { assertSkillName } from "../../skill/manage/skill-name.ts";
import { SkillFileError } from "../../skill/skill-file-error.ts";
import {
  digestContent,
  readContent,
  writeContent,
  type ContentFile,
  type ContentLimits,
  type FolderContent,
} from "../versions/folder-content.ts";
import type { AuthoringWords } from "../words.ts";
import { systemCode } from "../../skill/discover/folders.ts";

/** What one draft may weigh. */
const draftLimits: ContentLimits = { files: 500, bytes: 10 * 1024 * 1024 };
/** No turn takes so long: what is older was left behind by a process that died. */
const staleMs = 60 * 60 * 1_000;
const prefix = "skillmint-work-";
const inside = "skills";

/** A skill as the sub-agent left it. */
export interface LeftSkill {
  name: string;
  content: FolderContent;
  isNew: boolean;
}

export interface LeftBehind {
  changed: LeftSkill[];
  /** What of it cannot be a skill, in words for its writer. */
  problems: string[];
}

/** The one folder that a piece of work can reach. */
export interface DraftWorkspace extends AsyncDisposable {
  folder: string;
  /** Compares what is there with what was given. Never follows a link. */
  collect(): Promise<LeftBehind>;
}

export interface WorkspaceOptions {
  /** Names the folder: the same id is the same path, so that a piece of work can be gone on with. */
  id: string;
  /** The skills to begin with, by name. */
  skills: Readonly<Record<string, FolderContent>>;
  /** What was there when the work began, where that is something else: only the difference from it counts. */
  base?: Readonly<Record<string, FolderContent>>;
  t: Translate;
  words: AuthoringWords;
}

/** Removes what processes that died left behind. What cannot be removed stays: this never fails. */
async function removeLeftovers(parent: string): Promise<void> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(prefix));
  await Promise.allSettled(
    names.map(async (name) => {
      const folder = join(parent, name);
      const stats = await lstat(folder);
      const isOurs = stats.isDirectory() && (process.getuid === undefined || stats.uid === process.getuid());
      if (isOurs && Date.now() - stats.mtimeMs > staleMs) await rm(folder, { recursive: true, force: true });
    }),
  );
}

/** Refused with `usage` where somebody else works there. */
async function takeFolder(folder: string, { id, words }: WorkspaceOptions): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw error;
    throw new SkillmintError("usage", { params: { message: words("authoring.busy", { id }) } });
  }
}

/**
 * What is left of a skill. A file that was emptied is meant to be gone, since nothing can be deleted there. Rights are
 * not the sub-agent's to give: a file keeps those it had, a new script can be run.
 */
function toLeft(content: FolderContent, base: FolderContent | undefined): FolderContent {
  const before = new Map(base?.files.map((file) => [file.path, file]));
  const modeOf = ({ path, bytes }: ContentFile): number =>
    before.get(path)?.mode ?? (bytes[0] === 0x23 && bytes[1] === 0x21 ? 0o755 : 0o644);
  const files = content.files.filter(
    ({ path, bytes }) => bytes.length > 0 || before.get(path)?.bytes.length === 0,
  );
  const folders = content.folders.filter((folder) => files.some(({ path }) => path.startsWith(`${folder}/`)));
  return { links: [], folders, files: files.map((file) => ({ ...file, mode: modeOf(file) })) };
}

function isName(name: string, t: Translate): boolean {
  try {
    assertSkillName(name, t);
    return true;
  } catch (error) {
    if (!SkillmintError.is(error)) throw error;
    return false;
  }
}

async function collect(folder: string, options: WorkspaceOptions): Promise<LeftBehind> {
  const { skills, t, words } = options;
  const base = options.base ?? skills;
  const problems: string[] = [];
  const changed: LeftSkill[] = [];
  const root = join(folder, inside);
  const entries = await readdir(root, { withFileTypes: true });
  for (const entry of entries) {
    const name = entry.name.slice(0, 100);
    if (!entry.isDirectory()) problems.push(words("authoring.problem.stray", { name }));
    else if (!isName(entry.name, t)) problems.push(words("authoring.problem.name", { name }));
    else
      try {
        const before = Object.hasOwn(base, entry.name) ? base[entry.name] : undefined;
        const read = await readContent(join(root, entry.name), { links: "refuse", limits: draftLimits });
        const content = toLeft(read, before);
        if (!before && content.files.length === 0) continue;
        if (before && digestContent(before) === digestContent(content)) continue;
        changed.push({ name: entry.name, content, isNew: before === undefined });
      } catch (error) {
        if (!SkillFileError.is(error)) throw error;
        problems.push(words("authoring.problem.unreadable", { name, reason: error.explain(t) }));
      }
  }
  for (const name of Object.keys(base))
    if (!entries.some((entry) => entry.name === name))
      problems.push(words("authoring.problem.gone", { name }));
  return { changed, problems };
}

/** A folder of its own for one piece of work, readable by its owner only; gone when it is disposed of. */
export async function openDraftWorkspace(options: WorkspaceOptions): Promise<DraftWorkspace> {
  const parent = await realpath(tmpdir());
  const folder = join(parent, `${prefix}${options.id}`);
  await removeLeftovers(parent);
  await takeFolder(folder, options);
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    await mkdir(join(folder, inside), { mode: 0o700 });
    for (const [name, content] of Object.entries(options.skills))
      await writeContent(join(folder, inside, name), content, { isPrivate: true });
  } catch (error) {
    await remove();
    throw error;
  }
  return { folder, collect: () => collect(folder, options), [Symbol.asyncDispose]: remove };
}
