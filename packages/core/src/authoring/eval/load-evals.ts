import { realpath } from "node:fs/promises";
import { isAbsolute, join, normalize, relative, sep } from "node:path";
import type { Diagnostic } from "../../protocol/index.ts";
import { listJsonFiles } from "../list-json-files.ts";
import { readJsonFile } from "../read-json-file.ts";
import type { EvalCase, TriggerCase } from "./eval-case.ts";
import type { PreparedCase } from "./eval-plan.ts";
import type { PreparedFile } from "./eval-run.ts";
import { readEvalFile, type ReadEvalOptions } from "./read-eval-file.ts";

export interface LoadedEvals {
  cases: PreparedCase[];
  triggers: TriggerCase[];
  diagnostics: Diagnostic[];
  files: string[];
}

const maxBytes = 10 * 1024 * 1024;

function leaves(path: string): boolean {
  const way = normalize(path);
  return isAbsolute(path) || way === ".." || way.startsWith(`..${sep}`) || way.includes("\0");
}

/** A file of a case, looked for in the skill's folder and in its `evals`; only what really lies there counts. */
async function findFile(skillFolder: string, from: string): Promise<string | undefined> {
  const root = await realpath(skillFolder);
  for (const place of [skillFolder, join(skillFolder, "evals")]) {
    const real = await realpath(join(place, from)).catch(() => undefined);
    if (real !== undefined && real !== root && !leaves(relative(root, real))) return real;
  }
  return undefined;
}

async function prepareFiles(
  { files, file, line }: EvalCase,
  skillFolder: string,
  { words }: ReadEvalOptions,
): Promise<{ prepared: PreparedFile[]; diagnostics: Diagnostic[] }> {
  const prepared: PreparedFile[] = [];
  const diagnostics: Diagnostic[] = [];
  const complain = (message: string): void =>
    void diagnostics.push({ path: file, line, severity: "error", code: "eval-files", message });
  for (const entry of files) {
    if (leaves(entry.path)) complain(words("eval.fileOutside", { path: entry.path }));
    else if ("content" in entry) prepared.push(entry);
    else {
      const from = leaves(entry.from) ? undefined : await findFile(skillFolder, entry.from);
      if (from === undefined) complain(words("eval.fileMissing", { path: entry.from }));
      else prepared.push({ path: entry.path, from });
    }
  }
  return { prepared, diagnostics };
}

/**
 * All cases of the given files, or of those in the skill's `evals`. A case whose files are not there is left out and
 * told of; so is a file that cannot be read. Ids are made unique over all files.
 */
export async function loadEvals(
  skillFolder: string,
  options: ReadEvalOptions,
  named?: readonly string[],
): Promise<LoadedEvals> {
  const { words } = options;
  const files = named && named.length > 0 ? [...named] : await listJsonFiles(skillFolder, "evals");
  const loaded: LoadedEvals = { cases: [], triggers: [], diagnostics: [], files };
  const ids = { case: new Set<string>(), trigger: new Set<string>() };
  const unique = (kind: keyof typeof ids, id: string): string => {
    let name = id;
    for (let count = 2; ids[kind].has(name); count += 1) name = `${id}-${count}`;
    ids[kind].add(name);
    return name;
  };
  for (const file of files) {
    const found = await readJsonFile(file, maxBytes);
    if ("reason" in found) {
      const message = words("eval.unreadable", found);
      loaded.diagnostics.push({ path: file, severity: "error", code: "eval-unreadable", message });
      continue;
    }
    const read = readEvalFile(file, found.text, options);
    // Other tools keep files of their own there: only what a person named must be evals.
    const isForeign = ({ code }: Diagnostic): boolean => code === "eval-form" && !named?.includes(file);
    loaded.diagnostics.push(
      ...read.diagnostics.map((one) => (isForeign(one) ? { ...one, severity: "warning" as const } : one)),
    );
    for (const trigger of read.triggers)
      loaded.triggers.push({ ...trigger, id: unique("trigger", trigger.id) });
    for (const task of read.cases) {
      const { prepared, diagnostics } = await prepareFiles(task, skillFolder, options);
      loaded.diagnostics.push(...diagnostics);
      if (diagnostics.length === 0) loaded.cases.push({ ...task, id: unique("case", task.id), prepared });
    }
  }
  return loaded;
}
