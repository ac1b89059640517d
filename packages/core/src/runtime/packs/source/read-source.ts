import { open, realpath, stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { findArchiveKind, readArchive } from "../../../pack/read-archive.ts";
import { manifestName, signatureName } from "../../../pack/pack-layout.ts";
import { verifyPack } from "../../../pack/verify-pack.ts";
import { systemCode } from "../../../skill/discover/folders.ts";
import { readBytes } from "../../../skill/open-regular.ts";
import { refuseInstall } from "../install-words.ts";
import { checkFiles } from "./check-files.ts";
import { decodePart } from "./decode-part.ts";
import { download, plainAddress } from "./download.ts";
import { findSkills } from "./find-skills.ts";
import { parseGitAddress } from "./parse-git-address.ts";
import { readFolder } from "./read-folder.ts";
import { readGit } from "./read-git.ts";
import { findIndex, readWellKnown } from "./read-well-known.ts";
import type { LeftOut, ReadSource, SourceContext, SourceKind } from "./source.ts";
import { megabytes, sourceLimits } from "./source-limits.ts";

/** `code-review-1.2.zip` and `code-review-1.2.tar.gz` → `code-review-1.2`. */
function stem(name: string): string {
  return name.replace(/(?:\.tar)?\.[a-z]+$/i, "") || name;
}

/** Whether an archive begins as packs do, whatever it is called. */
function beginsAsPack(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return text.indexOf(manifestName, 0, "latin1") === 30 && text.includes(signatureName, 0, "latin1");
}

async function readFileWhole(path: string, { words }: SourceContext): Promise<Uint8Array> {
  const handle = await open(path, "r");
  try {
    const bytes = await readBytes(handle, sourceLimits.bytes);
    if (bytes === undefined)
      throw refuseInstall(words("source.tooLarge", { source: path, limit: megabytes(sourceLimits.bytes) }));
    return bytes;
  } finally {
    await handle.close();
  }
}

type Tree = Parameters<typeof findSkills>[0];

function fromTree(
  files: Tree,
  about: { kind: SourceKind; address: string; name: string; commit?: string; leftOut?: readonly LeftOut[] },
  { words }: SourceContext,
): ReadSource {
  const { kind, address, name, commit, leftOut = [] } = about;
  const found = findSkills(files, name, words);
  if (found.skills.length === 0) throw refuseInstall(words("source.noSkill", { source: address }));
  for (const skill of found.skills) checkFiles(skill.files, address, words);
  return {
    kind: found.isPlugin ? "plugin" : kind,
    address,
    ...(commit === undefined ? {} : { commit }),
    skills: found.skills,
    leftOut: [...leftOut, ...found.leftOut],
  };
}

/** A pack or any other archive, wherever its bytes came from. */
async function fromBytes(
  bytes: Uint8Array,
  address: string,
  name: string,
  context: SourceContext,
): Promise<ReadSource> {
  const { language, words } = context;
  context.progress("checking");
  if (name.toLowerCase().endsWith(".skillpack") || beginsAsPack(bytes)) {
    const verified = await verifyPack(bytes, { language });
    return { kind: "pack", address, skills: [], leftOut: [], pack: { verified, bytes } };
  }
  const kind = findArchiveKind(bytes);
  if (kind === undefined) throw refuseInstall(words("source.unknown", { source: address }));
  const files = await readArchive(bytes, { language });
  return fromTree(files, { kind, address, name: stem(name) }, context);
}

async function fromPath(path: string, context: SourceContext): Promise<ReadSource> {
  const { words } = context;
  const shown = resolve(context.folder, path);
  try {
    const real = await realpath(shown);
    const stats = await stat(real);
    if (stats.isFile() && /^skill\.md$/i.test(basename(real)))
      return await fromPath(resolve(real, ".."), context);
    if (stats.isFile())
      return await fromBytes(await readFileWhole(real, context), real, basename(real), context);
    if (!stats.isDirectory()) throw refuseInstall(words("source.unknown", { source: shown }));
    context.progress("checking");
    const { files, leftOut } = await readFolder(real, words, { signal: context.signal });
    return fromTree(files, { kind: "folder", address: real, name: basename(real), leftOut }, context);
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT" || code === "ENOTDIR")
      throw refuseInstall(words("source.missing", { source: shown }), error);
    if (code === undefined || (error as { name?: string }).name === "SkillmintError") throw error;
    throw refuseInstall(words("source.unreadable", { path: shown, reason: code }), error);
  }
}

async function fromGit(text: string, context: SourceContext): Promise<ReadSource | undefined> {
  const address = parseGitAddress(text);
  if (!address) return undefined;
  context.progress("fetching");
  const { commit, files, leftOut } = await readGit(address, context);
  context.progress("checking");
  const url = new URL(address.url);
  const user = url.protocol === "ssh:" && url.username !== "" ? `${url.username}@` : "";
  const sub = address.subfolder === undefined ? "" : `//${address.subfolder}`;
  const ref = address.ref === undefined ? "" : `#${address.ref}`;
  const shown = `git+${url.protocol}//${user}${url.host}${url.pathname}${sub}${ref}`;
  const name = address.subfolder?.split("/").at(-1) ?? address.name;
  return fromTree(files, { kind: "git", address: shown, name, commit, leftOut }, context);
}

async function fromUrl(url: URL, context: SourceContext): Promise<ReadSource> {
  context.progress("fetching");
  const known = findIndex(url);
  if (known) {
    const { address, skills, leftOut } = await readWellKnown(known, context);
    if (skills.length === 0) throw refuseInstall(context.words("source.noSkill", { source: address }));
    for (const skill of skills) checkFiles(skill.files, address, context.words);
    return { kind: "well-known", address, skills, leftOut };
  }
  const { bytes } = await download(url, context);
  return fromBytes(bytes, plainAddress(url), basename(decodePart(url.pathname)), context);
}

/**
 * Reads what is to be installed, whole and into memory; nothing of it is run or written. `text`: a path, or an address
 * as a person writes it. Refused with `install-refused` or an error of the pack, in words.
 */
export async function readSource(text: string, context: SourceContext): Promise<ReadSource> {
  const isAddress = /^(?:git\+)?[a-z][a-z0-9+.-]+:\/\//i.test(text) || /^[\w.-]+@[\w.-]+:/.test(text);
  if (!isAddress) return fromPath(text, context);
  const fromRepository = await fromGit(text, context);
  if (fromRepository) return fromRepository;
  if (!URL.canParse(text) || !/^https?:/i.test(text))
    throw refuseInstall(context.words("source.unknown", { source: text.replace(/\/\/[^/]*@/, "//") }));
  return fromUrl(new URL(text), context);
}
