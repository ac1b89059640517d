import { constants } from "node:fs";
import { open, readdir, realpath } from "node:fs/promises";
import { basename, dirname, extname, join, posix, relative, sep } from "node:path";
import type { FoundSkill } from "../skill.ts";
import { findRequirements, type FindOptions } from "./check-requirements.ts";
import { resolveSkillFile } from "./create-probe.ts";
import { languageOfPath } from "./known-names.ts";
import type { Requirement, SkillText } from "./requirement.ts";

const maxTexts = 60;
const maxTextBytes = 64 * 1024;
const maxEntries = 2_000;
const maxDepth = 4;

/** Reads a text through one handle: no link is followed, no pipe waited for, never more than the limit. */
async function readText(path: string): Promise<string | undefined> {
  try {
    const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      if (!(await handle.stat()).isFile()) return undefined;
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxTextBytes), 0, maxTextBytes, 0);
      const bytes = buffer.subarray(0, bytesRead);
      return bytes.includes(0) ? undefined : bytes.toString("utf8");
    } finally {
      await handle.close();
    }
  } catch {
    return undefined;
  }
}

/** The plain files of a folder, relative to it with `/`, nearest first; links and hidden folders are left out. */
async function listFiles(folder: string): Promise<string[]> {
  const files: string[] = [];
  let level = [""];
  let seen = 0;
  for (let depth = 0; depth < maxDepth && level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const under of level) {
      const entries = await readdir(join(folder, under), { withFileTypes: true }).catch(() => []);
      for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
        if ((seen += 1) > maxEntries) return files;
        const path = posix.join(under, entry.name);
        if (entry.isFile()) files.push(path);
        else if (entry.isDirectory() && !/^\.|^node_modules$/.test(entry.name)) next.push(path);
      }
    }
    level = next;
  }
  return files;
}

function isScript(path: string): boolean {
  return (
    languageOfPath(path) !== undefined || (/(?:^|\/)(?:scripts|bin)\//.test(path) && extname(path) === "")
  );
}

/** The names of other files of the skill that a script mentions. */
function filesNamedIn(script: SkillText, files: readonly string[]): string[] {
  return files.filter((path) => {
    const name = basename(path);
    if (path === script.path || name.length < 4 || !name.includes(".")) return false;
    for (let at = script.text.indexOf(name); at !== -1; at = script.text.indexOf(name, at + 1)) {
      const around = script.text.charAt(at - 1) + script.text.charAt(at + name.length);
      if (!/[\w.-]/.test(around)) return true;
    }
    return false;
  });
}

/** A path that a supporting file uses, seen from the skill's folder where the file is really there. */
function fromFolder(one: Requirement, files: ReadonlySet<string>): Requirement {
  if (one.kind !== "file" || one.file === undefined) return one;
  const near = posix.normalize(posix.join(dirname(one.file), one.name));
  return !files.has(one.name) && files.has(near) ? { ...one, name: near } : one;
}

/**
 * What a skill needs, with its supporting files read too: the texts that SKILL.md points at, one level deep, and its
 * scripts. Reading is bounded and stays inside the skill's root.
 */
export async function readRequirements(
  skill: FoundSkill,
  body: string,
  options: Pick<FindOptions, "bodyLine"> = {},
): Promise<Requirement[]> {
  const files = await listFiles(skill.folder);
  const own = new Set(files);
  const first = findRequirements(skill, body, options);
  const folder = await realpath(skill.folder).catch(() => skill.folder);
  const texts = new Map<string, SkillText>();
  const take = async (path: string): Promise<void> => {
    const real = texts.size < maxTexts ? await resolveSkillFile(skill, path) : undefined;
    if (real === undefined || /^skill\.md$/i.test(basename(real))) return;
    const from = relative(folder, real).split(sep).join("/");
    if (texts.has(from)) return;
    const text = await readText(real);
    if (text !== undefined) texts.set(from, { path: from, text });
  };
  for (const { kind, name } of first) {
    if (kind === "file" && /\.(?:md|mdx|markdown)$/i.test(name)) await take(name);
  }
  for (const path of files) if (isScript(path)) await take(path);
  const found = findRequirements(skill, body, { ...options, texts: [...texts.values()] }).map((one) =>
    fromFolder(one, own),
  );
  const known = new Set(found.filter(({ kind }) => kind === "file").map(({ name }) => name));
  for (const script of texts.values()) {
    if (!isScript(script.path)) continue;
    for (const name of filesNamedIn(script, files)) {
      if (!known.has(name)) found.push({ kind: "file", name, declared: false, file: script.path });
      known.add(name);
    }
  }
  return found;
}
