import { createHash } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import { z } from "zod";
import { ensureFolder } from "../../environment/home.ts";
import { withFileLock } from "../../environment/file-lock.ts";
import { writeAtomic } from "../../environment/write-atomic.ts";
import { evalReply } from "../../protocol/api/evals.ts";
import type { EvalResult } from "./eval-result.ts";

/** Executions whose transcripts are kept here; of older ones only the numbers of the last stay. */
const maxExecutions = 5;

/** The newest result of a skill's evals, by the place of the skill: two of the same name have two. */
export interface KeptEvals {
  /** Readable by its owner only. What is executed without a place of its own is written below it. */
  folder: string;
  /** Remembers a result and its page as the newest, whoever else does so at once. */
  keep(result: EvalResult, page: string): Promise<void>;
  /** Removes the oldest executions beside this one, where it was written below `folder`. */
  prune(execution: string): Promise<void>;
  /** Undefined where there is none that can be read, and so is `report`. */
  last(): Promise<EvalResult | undefined>;
  report(): Promise<string | undefined>;
}

const caseRun = evalReply.shape.caseRuns.element;
const keptResult = evalReply.extend({
  use: z.enum(["own", "offered"]),
  split: z.object({ share: z.number(), seed: z.number() }),
  stopped: z.object({ why: z.enum(["cost", "cost-unknown", "cancelled"]), message: z.string() }).optional(),
  caseRuns: z.array(
    caseRun.extend({
      reason: z.string().optional(),
      expectations: z.array(caseRun.shape.expectations.element.extend({ line: z.number() })),
      refused: z.array(z.object({ tool: z.string(), reason: z.string() })),
      outputs: z.array(z.string()),
    }),
  ),
  folder: z.string(),
});

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return undefined;
    throw error;
  }
}

function parse(text: string | undefined): EvalResult | undefined {
  if (text === undefined) return undefined;
  try {
    // JSON has no undefined: what is absent is absent in the result too.
    return keptResult.safeParse(JSON.parse(text)).data as EvalResult | undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The same skill folder has the same name here for ever. */
function keyOf(skillFolder: string): string {
  const name = basename(skillFolder)
    .replaceAll(/[^\w-]/g, "_")
    .slice(0, 40);
  return `${name}-${createHash("sha256").update(skillFolder).digest("hex").slice(0, 16)}`;
}

export function openKeptEvals(root: string, skillFolder: string): KeptEvals {
  const folder = join(root, keyOf(skillFolder));
  const [resultFile, pageFile] = [join(folder, "result.json"), join(folder, "report.html")];
  return {
    folder,
    async keep(result, page) {
      await ensureFolder(folder);
      await withFileLock(resultFile, async () => {
        await writeAtomic(pageFile, page);
        await writeAtomic(resultFile, `${JSON.stringify(result)}\n`);
      });
    },
    async prune(execution) {
      const place = dirname(execution);
      if (relative(folder, place).split(sep)[0] === "..") return;
      const numbers = (await readdir(place)).flatMap((name) => /^iteration-(\d+)$/.exec(name)?.[1] ?? []);
      const old = numbers
        .map(Number)
        .sort((a, b) => b - a)
        .slice(maxExecutions);
      for (const number of old)
        await rm(join(place, `iteration-${number}`), { recursive: true, force: true });
    },
    last: async () => parse(await readIfThere(resultFile)),
    report: () => readIfThere(pageFile),
  };
}
