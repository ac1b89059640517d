import { constants } from "node:fs";
import { chmod, lstat, mkdir, open, type FileHandle } from "node:fs/promises";
import { join } from "node:path";

/** A folder that is held open. What is reached through `at` is inside it, wherever its name leads by now. */
export interface PlainFolder extends AsyncDisposable {
  at: string;
}

/** Something in the way is a link, or no folder. */
export class NotPlainError extends Error {
  readonly path: string;
  constructor(path: string, options: { cause?: unknown } = {}) {
    super(path, options);
    this.name = "NotPlainError";
    this.path = path;
  }
}

const flags = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);
const hasHandlePaths = process.platform === "linux";

function codeOf(error: unknown): string | undefined {
  return (error as { code?: string }).code;
}

async function makeFolder(path: string, mode: number): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

/** A folder of ours that may not be written to is one that a sandbox holds the place of. */
async function makeIn(at: string, name: string, mode: number): Promise<void> {
  try {
    await makeFolder(join(at, name), mode);
  } catch (error) {
    if (codeOf(error) !== "EACCES") throw error;
    await chmod(at, mode);
    await makeFolder(join(at, name), mode);
  }
}

/** Opens what a name in a folder is, if that is a folder itself. */
async function openStep(at: string, name: string, shown: string): Promise<FileHandle | undefined> {
  const path = join(at, name);
  try {
    if (!(await lstat(path)).isDirectory()) throw new NotPlainError(shown);
    return hasHandlePaths ? await open(path, flags) : undefined;
  } catch (error) {
    const code = codeOf(error);
    if (code === "ELOOP" || code === "ENOTDIR") throw new NotPlainError(shown, { cause: error });
    throw error;
  }
}

async function openAll(base: string, names: readonly string[], create?: number): Promise<PlainFolder> {
  let at = base;
  let shown = base;
  let held: FileHandle | undefined;
  try {
    for (const [depth, name] of names.entries()) {
      shown = join(shown, name);
      if (create !== undefined)
        await (depth === 0 ? makeFolder(join(at, name), create) : makeIn(at, name, create));
      const handle = await openStep(at, name, shown);
      await held?.close();
      held = handle;
      at = handle ? `/proc/self/fd/${handle.fd}` : shown;
    }
  } catch (error) {
    await held?.close();
    throw error;
  }
  const last = held;
  return { at, [Symbol.asyncDispose]: async () => last?.close() };
}

const attempts = 3;

/**
 * Opens `names` below `base`, one in the other, and follows no link below `base`. With `create` what is missing is
 * made with that mode. Fails with `NotPlainError` or the system's own error.
 */
export async function openPlainFolder(
  base: string,
  names: readonly string[],
  create?: number,
): Promise<PlainFolder> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await openAll(base, names, create);
    } catch (error) {
      // What stood there a moment ago may have been taken away, as empty folders of a sandbox are.
      if (create === undefined || codeOf(error) !== "ENOENT" || attempt === attempts) throw error;
    }
  }
}
