import type { FileHandle } from "node:fs/promises";
import { handlePath } from "../../workspace/open-resolved.ts";
import { createNewestFiles } from "./newest-files.ts";
import { createSplitter, findRipgrep, runRipgrep } from "./ripgrep.ts";

const maxFiles = 1_000_000;
const timeoutMs = 20_000;

/** The folders in which version control keeps its own state. */
const controlFolders = [".git", ".hg", ".svn", ".jj"];

const openWalkArgs = ["--hidden", "--no-require-git", "--no-messages"];

/** Walks without links, with hidden files, and without what .gitignore excludes, in a repository or not. */
export const walkArgs = [...openWalkArgs, ...controlFolders.map((name) => `--glob=!${name}`)];

export interface ListRequest {
  folder: FileHandle;
  /** The folder's name. */
  real: string;
  signal: AbortSignal;
  /** A plain pattern of names, to leave out others early; whoever gives it still looks at each path. */
  name: string | undefined;
  /** Further arguments of ripgrep that leave files out early. */
  leaveOut?: readonly string[];
  /** Paths relative to the folder, with `/`. */
  onFile: (path: string) => void;
}

/** Finding out for every file whether it is one of the rare ones takes longer than passing them on. */
const rareFolder = /(?:^|\/)\.(?:hg|svn|jj)\//;

/** Lists the files under a folder, newest first. Resolves to whether that was all of them. */
export async function listFiles(request: ListRequest): Promise<boolean> {
  const program = await findRipgrep();
  if (program === undefined) return listWithout(request);
  let count = 0;
  const splitter = createSplitter("\0", (path) => {
    const file = process.platform === "win32" ? path.replaceAll("\\", "/") : path;
    if (!rareFolder.test(file)) request.onFile(file);
    return ++count < maxFiles;
  });
  const { stopped } = await runRipgrep({
    program,
    args: [
      "--files",
      "--null",
      "--sortr=modified",
      ...openWalkArgs,
      "--glob=!.git",
      ...(request.leaveOut ?? []),
      // A type only narrows what is listed; a glob would also bring back what .gitignore excludes.
      ...(request.name === undefined ? [] : [`--type-add=wanted:${request.name}`, "--type=wanted"]),
    ],
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
  const newest = createNewestFiles(real, maxFiles);
  for (const file of files) newest.add(file);
  for (const file of newest.list()) onFile(file);
  return files.length <= maxFiles;
}
