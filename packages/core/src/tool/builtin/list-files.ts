import type { FileHandle } from "node:fs/promises";
import { handlePath } from "../../workspace/open-resolved.ts";
import { createSplitter, findRipgrep, runRipgrep } from "./ripgrep.ts";

const maxFiles = 1_000_000;
const timeoutMs = 20_000;

/** The folders in which version control keeps its own state. */
export const controlFolders = [".git", ".hg", ".svn", ".jj"];

/** Walks without links, with hidden files, and without what .gitignore excludes, in a repository or not. */
export const walkArgs = [
  "--hidden",
  "--no-require-git",
  "--no-messages",
  ...controlFolders.map((name) => `--glob=!${name}`),
];

export interface ListRequest {
  folder: FileHandle;
  /** The folder's name. */
  real: string;
  signal: AbortSignal;
  /** Paths relative to the folder, with `/`. */
  onFile: (path: string) => void;
}

/** Lists the files under a folder in no order. Resolves to whether that was all of them. */
export async function listFiles(request: ListRequest): Promise<boolean> {
  const program = await findRipgrep();
  if (program === undefined) return listWithout(request);
  let count = 0;
  const splitter = createSplitter(0, (path) => {
    request.onFile(process.platform === "win32" ? path.replaceAll("\\", "/") : path);
    return ++count < maxFiles;
  });
  const { stopped } = await runRipgrep({
    program,
    args: ["--files", "--null", ...walkArgs],
    folder: handlePath(request.folder, request.real),
    signal: request.signal,
    timeoutMs,
    onOutput: (bytes) => splitter.write(bytes),
  });
  return stopped === undefined;
}

/** For platforms that ripgrep was not built for: slower, and with no regard to .gitignore but for node_modules. */
async function listWithout({ folder, real, signal, onFile }: ListRequest): Promise<boolean> {
  const { glob } = await import("tinyglobby");
  const files = await glob("**", {
    cwd: handlePath(folder, real),
    dot: true,
    onlyFiles: true,
    followSymbolicLinks: false,
    expandDirectories: false,
    ignore: [...controlFolders, "node_modules"].map((name) => `**/${name}/**`),
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  });
  for (const file of files.slice(0, maxFiles)) onFile(file);
  return files.length <= maxFiles;
}
