import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { evalReply, type EvalReply } from "@skillmint/core/protocol/api";

/** Executions whose transcripts are kept; of older ones only the numbers of the last stay. */
const maxKept = 5;

/** Where results of measuring a skill lie, by the place of the skill: two of the same name have two. */
export interface KeptEvals {
  /** Where one execution after the other is written. */
  folder: string;
  /** Remembers a result as the last one. */
  keep(result: EvalReply & { folder?: string }): Promise<void>;
  last(): Promise<EvalReply | undefined>;
  /** The page that was written with the last result. */
  report(): Promise<string | undefined>;
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (typeof (error as { code?: unknown }).code === "string") return undefined;
    throw error;
  }
}

function parse(text: string | undefined): (EvalReply & { written?: string }) | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const result = evalReply.safeParse(value);
    const { written } = value as { written?: unknown };
    return result.success
      ? { ...result.data, ...(typeof written === "string" ? { written } : {}) }
      : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export function openKeptEvals(home: string, skillFolder: string): KeptEvals {
  const name = basename(skillFolder)
    .replaceAll(/[^\w-]/g, "_")
    .slice(0, 40);
  const key = `${name}-${createHash("sha256").update(skillFolder).digest("hex").slice(0, 16)}`;
  const folder = join(home, "evals", key);
  const file = join(folder, "last.json");

  /** The oldest executions go. */
  async function prune(newest: string): Promise<void> {
    const place = dirname(newest);
    const numbers = (await readdir(place)).flatMap((entry) => /^iteration-(\d+)$/.exec(entry)?.[1] ?? []);
    const old = numbers
      .map(Number)
      .sort((a, b) => b - a)
      .slice(maxKept);
    for (const number of old) await rm(join(place, `iteration-${number}`), { recursive: true, force: true });
  }

  return {
    folder,
    async keep({ folder: written, ...result }) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const temporary = `${file}.tmp`;
      await writeFile(temporary, JSON.stringify({ ...result, written }), { mode: 0o600 });
      await rename(temporary, file);
      if (written !== undefined) await prune(written);
    },
    async last() {
      const kept = parse(await readIfThere(file));
      if (kept === undefined) return undefined;
      const { written: _, ...result } = kept;
      return result;
    },
    async report() {
      const written = parse(await readIfThere(file))?.written;
      return written === undefined ? undefined : readIfThere(join(written, "report.html"));
    },
  };
}
