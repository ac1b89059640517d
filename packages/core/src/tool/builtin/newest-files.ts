import { lstatSync } from "node:fs";

const maxLooked = 200_000;
const roomy = 8;

export interface NewestFiles {
  /** Looks at a file at once, so that this goes on while others are still being found. */
  add(file: string): void;
  /** The newest ones, newest first, and by name among equals. */
  list(): string[];
}

interface Aged {
  file: string;
  time: number;
}

function compareAge(a: Aged, b: Aged): number {
  return b.time - a.time || (a.file < b.file ? -1 : 1);
}

/**
 * Keeps the files that changed last, whatever their number, in memory for a few. Of very many only the first are
 * looked at; the rest, and what vanished meanwhile, counts as old.
 */
export function createNewestFiles(folder: string, keep: number): NewestFiles {
  let kept: Aged[] = [];
  let looked = 0;
  const trim = () => {
    kept.sort(compareAge);
    if (kept.length > keep) kept = kept.slice(0, keep);
  };
  return {
    add(file) {
      const isLooked = looked++ < maxLooked;
      // Synchronous: one call takes microseconds, and waiting for a thread takes longer than that.
      const stats = isLooked ? lstatSync(`${folder}/${file}`, { throwIfNoEntry: false }) : undefined;
      kept.push({ file, time: stats?.mtimeMs ?? 0 });
      if (kept.length >= keep * roomy + 1_000) trim();
    },
    list() {
      trim();
      return kept.map(({ file }) => file);
    },
  };
}
