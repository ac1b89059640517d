import { createHash } from "node:crypto";
import { glob, mkdir, readFile, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

export interface Stamp {
  digest: string;
  types: boolean;
}

const sources = [
  "package-lock.json",
  "tsconfig.json",
  "scripts/build*.ts",
  "packages/*/package.json",
  "packages/*/tsconfig.build.json",
  "packages/*/src/**/*.{ts,tsx,css,json}",
  "packages/web/{index.html,vite.config.ts}",
  "packages/web/public/*",
];

/** Names, sizes and times of everything a build reads; tests do not count. */
export async function digestSources(root: string): Promise<string> {
  const files: string[] = [];
  for await (const file of glob(sources, { cwd: root }))
    if (!/\.(?:test|fixture)\.tsx?$/.test(file)) files.push(file);
  const lines = await Promise.all(
    files.sort().map(async (file) => {
      const { size, mtimeMs } = await stat(join(root, file));
      return `${file} ${size} ${mtimeMs}`;
    }),
  );
  return createHash("sha256").update(lines.join("\n")).digest("hex");
}

/** `undefined` where nothing was built or the last build broke off. */
export async function readStamp(file: string): Promise<Stamp | undefined> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as Stamp;
  } catch (error) {
    if (error instanceof SyntaxError || (error as { code?: string }).code === "ENOENT") return undefined;
    throw error;
  }
}

export async function writeStamp(file: string, stamp: Stamp): Promise<void> {
  const temporary = `${file}.${process.pid}`;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(temporary, JSON.stringify(stamp));
  await rename(temporary, file);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code !== "ESRCH";
  }
}

/** Removes what builds that died left in a folder of outputs. */
export async function sweep(dist: string): Promise<void> {
  await mkdir(dist, { recursive: true });
  for (const name of await readdir(dist)) {
    const pid = /^\.tmp-(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid)))
      await rm(join(dist, name), { recursive: true, force: true });
  }
}

/** Files below a folder of outputs; what starts with a dot belongs to builds, and may vanish at any moment. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const shown = entries.filter(({ name }) => !name.startsWith("."));
  const listed = await Promise.all(
    shown.map(async (entry) => {
      if (!entry.isDirectory()) return entry.isFile() ? [entry.name] : [];
      return (await listFiles(join(folder, entry.name))).map((file) => join(entry.name, file));
    }),
  );
  return listed.flat();
}

/** Another build may have removed it first. */
function ignoreMissing(error: { code?: string }): undefined {
  if (error.code !== "ENOENT") throw error;
}

const keepMs = 24 * 60 * 60 * 1000;

/** What a running command may still import: chunks that were made not long ago, and nothing else. */
async function mayBeInUse(file: string): Promise<boolean> {
  if (!/[/\\]chunks[/\\]/.test(file)) return false;
  const found = await stat(file).catch(ignoreMissing);
  return found !== undefined && Date.now() - found.mtimeMs < keepMs;
}

/**
 * Moves a finished output into place, file by file: first what others import by a name with a digest, then the
 * rest, so that at no moment a file is missing or half there.
 */
export async function publish(from: string, dist: string): Promise<void> {
  const fresh = await listFiles(from);
  const isChunk = (file: string) => file.startsWith("chunks");
  for (const file of [...fresh.filter(isChunk), ...fresh.filter((name) => !isChunk(name))]) {
    await mkdir(dirname(join(dist, file)), { recursive: true });
    await rename(join(from, file), join(dist, file));
  }
  const known = new Set(fresh);
  for (const file of await listFiles(dist)) {
    const path = join(dist, file);
    if (!known.has(file) && !(await mayBeInUse(path))) await rm(path, { force: true });
  }
}
