import { createHash } from "node:crypto";
import { chmod, mkdir, open, readdir, readlink, realpath, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openRegular, readBytes } from "../../skill/open-regular.ts";
import { SkillFileError } from "../../skill/skill-file-error.ts";

export interface ContentFile {
  /** Relative to the folder, with `/`. */
  path: string;
  /** The nine bits of its rights. */
  mode: number;
  bytes: Uint8Array;
}

export interface ContentLink {
  path: string;
  /** Where it points, as text: it is never followed. */
  target: string;
}

/** All that is in a folder, by path. */
export interface FolderContent {
  files: ContentFile[];
  links: ContentLink[];
  folders: string[];
}

export interface ContentLimits {
  files: number;
  bytes: number;
}

/** What a skill may weigh whose states are kept. */
export const contentLimits: ContentLimits = { files: 5_000, bytes: 64 * 1024 * 1024 };

export interface ReadContentOptions {
  limits?: ContentLimits;
  /** `refuse`: a folder with a link in it fails as `unreadable`. `skip`: they are left out. */
  links?: "keep" | "refuse" | "skip";
}

interface Reading {
  folder: string;
  content: FolderContent;
  limits: ContentLimits;
  links: "keep" | "refuse" | "skip";
  left: number;
}

async function readFile(reading: Reading, path: string): Promise<void> {
  const { folder, limits } = reading;
  const handle = await openRegular(join(folder, path));
  try {
    const bytes = await readBytes(handle, reading.left);
    if (bytes === undefined) throw new SkillFileError("digest-size", folder, { limit: limits.bytes });
    reading.left -= bytes.length;
    reading.content.files.push({ path, mode: (await handle.stat()).mode & 0o777, bytes });
  } finally {
    await handle.close();
  }
}

async function readEntries(reading: Reading, parent: string): Promise<void> {
  const { folder, content, limits } = reading;
  const entries = await readdir(join(folder, parent), { withFileTypes: true });
  for (const entry of entries) {
    const path = parent === "" ? entry.name : `${parent}/${entry.name}`;
    const count = content.files.length + content.links.length + content.folders.length;
    if (count >= limits.files) throw new SkillFileError("digest-count", folder, { limit: limits.files });
    if (entry.isDirectory()) {
      content.folders.push(path);
      await readEntries(reading, path);
    } else if (entry.isFile()) await readFile(reading, path);
    else if (entry.isSymbolicLink() && reading.links === "keep")
      content.links.push({ path, target: await readlink(join(folder, path)) });
    else if (reading.links !== "skip") throw new SkillFileError("unreadable", path);
  }
}

const byPath = (a: { path: string }, b: { path: string }): number => (a.path < b.path ? -1 : 1);

/**
 * Everything in a folder, hidden files too, as it is now. Links are never followed. Fails with `SkillFileError`:
 * `digest-count` and `digest-size` beyond the limits, `unreadable` for what is neither file, folder nor a link that
 * may be there.
 */
export async function readContent(folder: string, options: ReadContentOptions = {}): Promise<FolderContent> {
  const { limits = contentLimits, links = "keep" } = options;
  const content: FolderContent = { files: [], links: [], folders: [] };
  const real = await realpath(folder);
  await readEntries({ folder: real, content, limits, links, left: limits.bytes }, "");
  content.files.sort(byPath);
  content.links.sort(byPath);
  content.folders.sort();
  return content;
}

export const sha256 = (bytes: Uint8Array | string): string =>
  createHash("sha256").update(bytes).digest("hex");

/** The digest that `digestFolder` gives for a folder with this content. */
export function digestContent({ files, links, folders }: FolderContent): string {
  const notes = [
    ...files.map(({ path, mode, bytes }) => [path, (mode & 0o111) === 0 ? "file" : "program", sha256(bytes)]),
    ...links.map(({ path, target }) => [path, "link", sha256(target)]),
    ...folders.map((path) => [path, "folder", ""]),
  ].sort(([a = ""], [b = ""]) => (a < b ? -1 : 1));
  const whole = createHash("sha256");
  for (const note of notes) whole.update(`${note.join("\0")}\0`);
  return whole.digest("hex");
}

async function writeFile(path: string, bytes: Uint8Array, mode: number): Promise<void> {
  const handle = await open(path, "wx", mode);
  try {
    // What a person's umask takes away of a mode is not taken away here.
    await handle.chmod(mode);
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export interface WriteContentOptions {
  /** Readable by their owner only, whatever rights they had: programs stay programs. */
  isPrivate?: boolean;
}

/** Writes a content into a new folder, which must not be there. */
export async function writeContent(
  folder: string,
  content: FolderContent,
  { isPrivate = false }: WriteContentOptions = {},
): Promise<void> {
  const folderMode = isPrivate ? 0o700 : 0o755;
  await mkdir(folder, { mode: folderMode });
  if (!isPrivate) await chmod(folder, folderMode);
  for (const path of content.folders) await mkdir(join(folder, path), { recursive: true, mode: folderMode });
  for (const { path, mode, bytes } of content.files) {
    await mkdir(dirname(join(folder, path)), { recursive: true, mode: folderMode });
    const kept = (mode & 0o111) === 0 ? 0o600 : 0o700;
    await writeFile(join(folder, path), bytes, isPrivate ? kept : mode);
  }
  for (const { path, target } of content.links) await symlink(target, join(folder, path));
}
