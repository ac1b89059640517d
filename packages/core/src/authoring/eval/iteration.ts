import { createHash } from "node:crypto";
import { copyFile, lstat, mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { toBenchmark, toGrading, toTiming } from "./benchmark.ts";
import { toMarkdown } from "./benchmark-markdown.ts";
import type { EvalResult } from "./eval-result.ts";
import type { EvalWords } from "./eval-words.ts";
import type { FinishedRun } from "./run-evals.ts";

const maxFileBytes = 20 * 1024 * 1024;
const maxFiles = 1_000;

/** The folder of one execution, laid out as public tools expect it. */
export interface Iteration {
  folder: string;
  /** Writes down one run; safe to call for several at once. */
  keep(finished: FinishedRun): Promise<void>;
  /** Writes the numbers, and the page as it was made of them. */
  finish(result: EvalResult, words: EvalWords, page: string): Promise<void>;
}

/** An id of a case as a name of a folder: whatever it holds it stays one name, and no two share one. */
function nameOf(id: string): string {
  const name = id.replaceAll(/[^\p{L}\p{N}_-]+/gu, "-").slice(0, 60);
  if (name === id) return `eval-${id}`;
  return `eval-${name}-${createHash("sha256").update(id).digest("hex").slice(0, 8)}`;
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** The next number that is not there yet. */
async function makeFolder(root: string): Promise<string> {
  await mkdir(root, { recursive: true });
  const numbers = (await readdir(root)).flatMap((name) => /^iteration-(\d+)$/.exec(name)?.[1] ?? []);
  for (let number = Math.max(0, ...numbers.map(Number)) + 1; ; number += 1) {
    const folder = join(root, `iteration-${number}`);
    try {
      await mkdir(folder);
      return folder;
    } catch (error) {
      if ((error as { code?: string }).code !== "EEXIST") throw error;
    }
  }
}

/** What a run made, without links: nobody knows where they lead. */
async function copyOutputs(from: string, paths: readonly string[], to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const path of paths.slice(0, maxFiles)) {
    const source = join(from, path);
    const stats = await lstat(source).catch(() => undefined);
    if (!stats?.isFile() || stats.size > maxFileBytes) continue;
    const target = join(to, path);
    await mkdir(dirname(target), { recursive: true });
    await copyFile(source, target);
  }
}

/** `<root>/iteration-N`; `root` is made where it is not there. */
export async function openIteration(root: string): Promise<Iteration> {
  const folder = await makeFolder(root);
  return {
    folder,
    async keep({ task, result, record, subject }) {
      const isCase = task.kind === "case";
      const place = isCase
        ? join(folder, nameOf(task.case.id), task.arm, `run-${task.number}`)
        : join(folder, "triggers", nameOf(task.case.id), `run-${task.number}`);
      await mkdir(place, { recursive: true });
      const heading = `# ${subject.prompt}\n\n`;
      const events = record.events.map((event) => JSON.stringify(event)).join("\n");
      await Promise.all([
        writeFile(join(place, "transcript.md"), heading + subject.transcript),
        writeFile(join(place, "events.jsonl"), `${events}\n`),
        writeFile(join(place, "timing.json"), json(toTiming(result))),
      ]);
      if (!isCase) return writeFile(join(place, "trigger.json"), json(result));
      if (!("arm" in result)) return undefined;
      await copyOutputs(record.folder, record.changed, join(place, "outputs"));
      await writeFile(join(place, "grading.json"), json(toGrading(result)));
      const { id, prompt, expectedOutput, expectations } = task.case;
      await writeFile(
        join(folder, nameOf(id), "eval_metadata.json"),
        json({
          eval_id: id,
          eval_name: nameOf(id),
          prompt,
          ...(expectedOutput === undefined ? {} : { expected_output: expectedOutput }),
          assertions: expectations.map(({ text }) => text),
        }),
      );
      return undefined;
    },
    async finish(result, words, page) {
      await Promise.all([
        writeFile(join(folder, "benchmark.json"), json(toBenchmark(result))),
        writeFile(join(folder, "benchmark.md"), toMarkdown(result, words)),
        writeFile(join(folder, "report.html"), page),
      ]);
    },
  };
}
