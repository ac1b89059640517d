import { realpath } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { EvalWords } from "./eval-words.ts";
import type { RunCommand, RunRecord } from "./run-record.ts";
import type { OutputText } from "./transcript.ts";

/** What checks look at: a run, and its texts. */
export interface CheckSubject {
  record: RunRecord;
  prompt: string;
  transcript: string;
  outputs: readonly OutputText[];
}

export interface CheckEnv {
  words: EvalWords;
  runCommand: RunCommand;
  /** Where the graders of a skill lie. */
  skillFolder: string;
  signal: AbortSignal;
}

const maxEvidence = 300;

export const cutEvidence = (text: string): string => {
  const line = text.trim();
  return line.length > maxEvidence ? `${line.slice(0, maxEvidence)}…` : line;
};

/** The real path of a file of a run, where it is one and lies in its folder. */
export async function findInFolder(folder: string, path: string): Promise<string | undefined> {
  const [real, root] = await Promise.all([
    realpath(join(folder, path)).catch(() => undefined),
    realpath(folder),
  ]);
  if (real === undefined) return undefined;
  const way = relative(root, real);
  return way === ".." || way.startsWith(`..${sep}`) ? undefined : real;
}
