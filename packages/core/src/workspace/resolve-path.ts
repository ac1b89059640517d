import { lstat, readlink, realpath } from "node:fs/promises";
import path from "node:path";
import { systemCode, toWorkspaceError, WorkspaceError } from "./workspace-error.ts";

const maxBytes = 4096;
const maxLinks = 40;

/** Whether `target` is `folder` or lies under it. Both must be real paths. */
export function isInside(folder: string, target: string): boolean {
  const relative = path.relative(folder, target);
  if (relative === "") return true;
  return relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

/** Refuses what no system call could take as a name. */
export function checkName(name: string): void {
  if (name.includes("\0")) throw new WorkspaceError("name-invalid", name, { detail: "NUL" });
  if (Buffer.byteLength(name) > maxBytes)
    throw new WorkspaceError("name-invalid", name, { detail: "ENAMETOOLONG" });
}

interface RealPath {
  real: string;
  exists: boolean;
}

async function readLink(candidate: string): Promise<string | undefined> {
  const stats = await lstat(candidate);
  if (!stats.isSymbolicLink()) return undefined;
  try {
    return await readlink(candidate);
  } catch (error) {
    // It was a link a moment ago.
    if (systemCode(error) === "EINVAL") throw new WorkspaceError("swapped", candidate, { cause: error });
    throw error;
  }
}

/**
 * Follows every link of an absolute path as the system would, `..` after links included. From the first part
 * that does not exist on, the rest is only normalised: a dangling link leads to where it points.
 */
export async function resolveReal(absolute: string): Promise<RealPath> {
  const root = path.parse(absolute).root;
  const rest = absolute.slice(root.length).split(path.sep).reverse();
  let real = root;
  let existing = root;
  let missing = 0;
  let links = 0;
  for (let part = rest.pop(); part !== undefined; part = rest.pop()) {
    if (part === "" || part === ".") continue;
    if (part === "..") {
      real = path.dirname(real);
      if (missing > 0) missing--;
      else existing = real;
      continue;
    }
    const candidate = path.join(real, part);
    if (missing > 0) {
      missing++;
      real = candidate;
      continue;
    }
    try {
      const target = await readLink(candidate);
      if (target === undefined) {
        real = candidate;
        existing = candidate;
        continue;
      }
      if (++links > maxLinks) throw new WorkspaceError("link-loop", absolute);
      checkName(target);
      if (path.isAbsolute(target)) {
        real = path.parse(target).root;
        existing = real;
      }
      rest.push(...target.split(path.sep).reverse());
    } catch (error) {
      const code = systemCode(error);
      if (code !== "ENOENT" && code !== "ENOTDIR") throw toWorkspaceError(error, absolute);
      real = candidate;
      missing = 1;
    }
  }
  return { real: await trueCase(real, existing), exists: missing === 0 };
}

/** Where names are compared without case or in another normal form, the spelling on disk is the one that counts. */
async function trueCase(real: string, existing: string): Promise<string> {
  if (process.platform !== "darwin" && process.platform !== "win32") return real;
  try {
    return path.join(await realpath(existing), path.relative(existing, real));
  } catch (error) {
    throw toWorkspaceError(error, real);
  }
}

/** Makes a path absolute: `~` is the home folder, everything else is taken literally, relative to `base`. */
export function makeAbsolute(name: string, base: string, home: string): string {
  checkName(name);
  let absolute = name;
  if (name === "~") absolute = home;
  else if (name.startsWith("~/") || name.startsWith(`~${path.sep}`))
    absolute = home + path.sep + name.slice(2);
  else if (!path.isAbsolute(name)) absolute = base + path.sep + name;
  if (process.platform === "win32") absolute = path.resolve(absolute);
  checkName(absolute);
  return absolute;
}
