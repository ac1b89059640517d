import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { copyFile, lstat, mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SkillmintError, type Diagnostic } from "../protocol/index.ts";
import type { Words } from "./environment-texts.ts";
import { ifThere } from "./folder-chain.ts";
import { asHomeError, ensureFolder, isEnvironmentName, type EnvironmentFolder, type Home } from "./home.ts";

const maxFiles = 20_000;
/** What is being made or taken away; never an environment's name. */
const asidePrefix = ".aside-";
const leftoverMs = 3_600_000;

export function refuse(message: string): SkillmintError {
  return new SkillmintError("usage", { params: { message } });
}

/** Whether there is such an environment; a link to a folder is one too. */
export async function isEnvironmentThere(folder: EnvironmentFolder): Promise<boolean> {
  return (await ifThere(stat(folder.root)))?.isDirectory() === true;
}

/** Whether two folders are the same one, also where the system does not tell upper from lower case. */
export async function isSameFolder(a: string, b: string): Promise<boolean> {
  const [one, other] = await Promise.all([ifThere(stat(a)), ifThere(stat(b))]);
  return one !== undefined && other !== undefined && one.dev === other.dev && one.ino === other.ino;
}

/** The names of all environments, and a word about each folder that cannot be one. */
export async function findEnvironments(
  home: Pick<Home, "environments">,
  words: Words,
): Promise<{ names: string[]; diagnostics: Diagnostic[] }> {
  const entries = ((await ifThere(readdir(home.environments))) ?? []).sort();
  const names: string[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const entry of entries) {
    const path = join(home.environments, entry);
    if (entry.startsWith(".") || (await ifThere(stat(path)))?.isDirectory() !== true) continue;
    if (isEnvironmentName(entry)) names.push(entry);
    else {
      const message = words("environment.odd");
      diagnostics.push({ path, severity: "warning", code: "environment-name", message });
    }
  }
  return { names, diagnostics };
}

/** Copies files and folders; links and whatever else is named instead, so that nothing outside comes along. */
async function copyTree(from: string, to: string, words: Words, count: { files: number }, name: string) {
  const skipped: Diagnostic[] = [];
  for (const entry of await readdir(from)) {
    const [source, target] = [join(from, entry), join(to, entry)];
    const stats = await lstat(source);
    if (++count.files > maxFiles) throw refuse(words("environment.tooMuch", { name, limit: maxFiles }));
    if (stats.isFile()) await copyFile(source, target, constants.COPYFILE_EXCL);
    else if (stats.isDirectory()) {
      await mkdir(target, { mode: 0o700 });
      skipped.push(...(await copyTree(source, target, words, count, name)));
    } else {
      const message = words("environment.notCopied");
      skipped.push({ path: source, severity: "warning", code: "not-copied", message });
    }
  }
  return skipped;
}

function templateOf(name: string, words: Words): string {
  const lines = words("environment.template").split("\n");
  return `{\n${lines.map((line) => `  // ${line}`).join("\n")}\n  "displayName": ${JSON.stringify(name)}\n}\n`;
}

/** What an interrupted create or delete left behind long ago. */
async function sweep(home: Pick<Home, "environments">): Promise<void> {
  for (const entry of (await ifThere(readdir(home.environments))) ?? []) {
    if (!entry.startsWith(asidePrefix)) continue;
    const path = join(home.environments, entry);
    const stats = await ifThere(lstat(path));
    if (stats && Date.now() - stats.ctimeMs > leftoverMs) await rm(path, { recursive: true, force: true });
  }
}

/**
 * Makes the folder of an environment, from another's files or with a commented `config.jsonc`. It is there as a whole
 * or not at all. To be called while no other process changes environments.
 */
export async function createEnvironmentFolder(
  home: Pick<Home, "environments">,
  target: { name: string; folder: EnvironmentFolder },
  from: { name: string; folder: EnvironmentFolder } | undefined,
  words: Words,
): Promise<Diagnostic[]> {
  await ensureFolder(home.environments);
  const aside = join(home.environments, `${asidePrefix}${randomUUID()}`);
  return asHomeError(target.folder.root, async () => {
    await sweep(home);
    try {
      await mkdir(aside, { mode: 0o700 });
      const skipped = from ? await copyTree(from.folder.root, aside, words, { files: 0 }, from.name) : [];
      if (!from)
        await writeFile(join(aside, "config.jsonc"), templateOf(target.name, words), { mode: 0o600 });
      await mkdir(join(aside, "skills"), { recursive: true, mode: 0o700 });
      await rename(aside, target.folder.root);
      return skipped;
    } finally {
      await rm(aside, { recursive: true, force: true });
    }
  });
}

/** Takes the folder away as one step, then what is in it. A link is refused: what it leads to may be anything. */
export async function deleteEnvironmentFolder(
  home: Pick<Home, "environments">,
  folder: EnvironmentFolder,
  words: Words,
): Promise<void> {
  const stats = await lstat(folder.root);
  if (stats.isSymbolicLink()) throw refuse(words("environment.link", { folder: folder.root }));
  if (!stats.isDirectory()) throw refuse(words("environment.noFolder", { folder: folder.root }));
  await asHomeError(folder.root, async () => {
    const aside = join(home.environments, `${asidePrefix}${randomUUID()}`);
    await rename(folder.root, aside);
    await rm(aside, { recursive: true, force: true });
    await sweep(home);
  });
}
