import type { FileHandle } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import type { JudgeBelow } from "../../permission/judge-below.ts";
import type { Translate } from "../../protocol/index.ts";
import { escapeControls } from "../../workspace/escape-controls.ts";
import { handlePath, openFolder, openResolved } from "../../workspace/open-resolved.ts";
import { WorkspaceError } from "../../workspace/workspace-error.ts";
import type { ResolvedPath } from "../../workspace/workspace.ts";
import {
  defineTool,
  textResult,
  ToolFailure,
  type Tool,
  type ToolContext,
  type ToolResult,
} from "../define-tool.ts";
import { createDescribedPath } from "./described-path.ts";
import { createGrepOutput } from "./grep-output.ts";
import { createLeftOut, secretArgs, treeArgs, wordLeftOut } from "./left-out.ts";
import { walkArgs } from "./list-files.ts";
import { createNewestFiles } from "./newest-files.ts";
import { createSplitter, findRipgrep, runRipgrep, type RipgrepResult } from "./ripgrep.ts";
import { sniff } from "./text-file.ts";

const timeoutMs = 20_000;
const defaultShown = 250;
const maxChars = 28_000;
const keptCounts = 1_000_000;

type Input = z.infer<ReturnType<typeof inputOf>>;

function inputOf(t: Translate) {
  const lines = z.number().int().min(0).max(1_000).optional();
  return z.object({
    pattern: z.string().min(1).describe(t("builtin.grep.pattern")),
    path: z.string().min(1).optional().describe(t("builtin.grep.path")),
    glob: z.string().min(1).optional().describe(t("builtin.grep.glob")),
    type: z.string().min(1).optional().describe(t("builtin.grep.type")),
    output_mode: z
      .enum(["content", "files_with_matches", "count"])
      .optional()
      .describe(t("builtin.grep.mode")),
    "-i": z.boolean().optional().describe(t("builtin.grep.ignoreCase")),
    "-A": lines.describe(t("builtin.grep.after")),
    "-B": lines.describe(t("builtin.grep.before")),
    "-C": lines.describe(t("builtin.grep.around")),
    multiline: z.boolean().optional().describe(t("builtin.grep.multiline")),
    head_limit: z.number().int().min(1).max(10_000).optional().describe(t("builtin.grep.head")),
  });
}

export function createGrepTool(t: Translate): Tool {
  const target = createDescribedPath({ name: "Grep", access: "read", failed: "builtin.grep.failed", t });
  return defineTool({
    name: "Grep",
    description: t("builtin.grep.description"),
    input: inputOf(t),
    aliases: {
      base_dir: "path",
      directory: "path",
      folder: "path",
      file_path: "path",
      case_insensitive: "-i",
      ignore_case: "-i",
      include: "glob",
      context: "-C",
      mode: "output_mode",
    },
    effect: "read",
    describe: (input, workspace) =>
      target.describe(input, input.path, workspace, `Grep ${escapeControls(input.pattern)}`),
    async run(input, context) {
      if ([input.pattern, input.glob, input.type].some((text) => text?.includes("\0"))) {
        throw failure(context.t("builtin.grep.nul"), context.t);
      }
      return target.touch(input, input.path, context, (resolved) => search(input, resolved, context));
    },
  });
}

function failure(reason: string, t: Translate): ToolFailure {
  return new ToolFailure(t("builtin.grep.failed", { reason }));
}

/** What is searched: a file through its open handle, or a folder through its own. */
interface Place {
  handle: FileHandle;
  real: string;
  isFile: boolean;
  /** What must not be shown of the folder. */
  judge?: JudgeBelow | undefined;
}

/** The place of a file that ripgrep named, undefined where it must not be shown. */
function findShown({ real, judge }: Place, file: string): string | undefined {
  const found = path.join(real, file);
  return judge === undefined || judge.isOpen(found) ? found : undefined;
}

async function search(input: Input, resolved: ResolvedPath, context: ToolContext): Promise<ToolResult> {
  const program = await findRipgrep();
  if (program === undefined) {
    const platform = `${process.platform}-${process.arch}`;
    throw failure(context.t("builtin.grep.missing", { platform }), context.t);
  }
  const place = await openPlace(resolved, input.path ?? ".", context);
  const leftOut = createLeftOut();
  const run = (args: string[], onOutput: (bytes: Uint8Array) => boolean) =>
    runRipgrep({
      program,
      args: [
        ...args,
        ...patternArgs(input),
        ...(place.isFile ? [] : [...walkArgs, ...treeArgs(place.judge), ...secretArgs(place.judge)]),
        "--",
        input.pattern,
        place.isFile ? "-" : ".",
      ],
      ...(place.isFile ? { input: place.handle } : { folder: handlePath(place.handle, place.real) }),
      signal: context.signal,
      timeoutMs,
      onOutput,
      onMessage: leftOut.onMessage,
    });
  try {
    const mode = input.output_mode ?? "content";
    const { text, details } =
      mode === "content"
        ? await content(input, place, run, context)
        : await perFile(input, mode, place, run, context);
    const secrets = leftOut.list().map((file) => context.workspace.display(path.join(place.real, file)));
    const notes = await wordLeftOut(place.judge, place.real, secrets, context.t);
    return textResult([text, ...notes].join("\n"), details);
  } finally {
    await place.handle.close();
  }
}

async function openPlace(
  resolved: ResolvedPath,
  shown: string,
  { t, judgeBelow }: ToolContext,
): Promise<Place> {
  try {
    const handle = await openResolved(resolved);
    const head = Buffer.alloc(8_192);
    const { bytesRead } = await handle.read(head, 0, head.length, 0);
    if (bytesRead === 0 || sniff(head.subarray(0, bytesRead)).kind === "text")
      return { handle, real: resolved.real, isFile: true };
    const { size } = await handle.stat();
    await handle.close();
    throw failure(t("builtin.read.binary", { path: shown, bytes: size }), t);
  } catch (error) {
    if (!WorkspaceError.is(error) || error.code !== "is-folder") throw error;
    const { real } = resolved;
    return { handle: await openFolder(real), real, isFile: false, judge: judgeBelow(real, "contents") };
  }
}

function patternArgs(input: Input): string[] {
  return [
    ...(input["-i"] ? ["--ignore-case"] : []),
    ...(input.multiline ? ["--multiline", "--multiline-dotall"] : []),
    ...(input.glob === undefined ? [] : [`--glob=${input.glob}`]),
    ...(input.type === undefined ? [] : [`--type=${input.type}`]),
  ];
}

function contextArgs(input: Input): string[] {
  const flags = ["-A", "-B", "-C"] as const;
  return flags.flatMap((flag) => (input[flag] === undefined ? [] : [`${flag}${input[flag]}`]));
}

interface Found {
  text: string;
  details: Record<string, unknown>;
}

type Run = (args: string[], onOutput: (bytes: Uint8Array) => boolean) => Promise<RipgrepResult>;

/** Says what cut the search short; throws when it failed and found nothing. */
function notesOf(result: RipgrepResult, empty: boolean, more: boolean, t: Translate): string {
  // What it could not open it passes over without a word; words are about the pattern or the options.
  if (result.exitCode === 2 && empty && result.error !== "") throw failure(result.error, t);
  const notes = [
    ...(more ? [t("builtin.grep.more")] : []),
    ...(result.stopped === "time" ? [t("builtin.grep.stopped", { seconds: timeoutMs / 1_000 })] : []),
  ];
  return notes.map((note) => `\n${note}`).join("");
}

async function content(input: Input, place: Place, run: Run, { t, workspace }: ToolContext): Promise<Found> {
  const display = (file: string) => {
    const found = findShown(place, file);
    return found === undefined ? undefined : workspace.display(found);
  };
  const around = contextArgs(input);
  const output = createGrepOutput({
    lines: input.head_limit ?? defaultShown,
    chars: maxChars,
    display: place.isFile ? undefined : display,
    plain: around.length === 0 && !place.judge?.rules.length,
  });
  const args = [
    "--line-number",
    "--no-heading",
    "--null",
    "--max-columns=500",
    "--max-columns-preview",
    ...around,
  ];
  const result = await run([...args, place.isFile ? "--no-filename" : "--with-filename"], (bytes) =>
    output.write(bytes),
  );
  output.end();
  const count = output.matches;
  const notes = notesOf(result, count === 0, output.more, t);
  const text =
    count === 0
      ? t("builtin.grep.none")
      : t("builtin.grep.found", { count, matches: output.lines.join("\n") });
  return { text: text + notes, details: { count } };
}

async function perFile(
  input: Input,
  mode: "files_with_matches" | "count",
  place: Place,
  run: Run,
  { t, workspace }: ToolContext,
): Promise<Found> {
  const folder = place.isFile ? path.dirname(place.real) : place.real;
  const newest = createNewestFiles(folder, input.head_limit ?? defaultShown);
  const counts = new Map<string, number>();
  let files = 0;
  let total = 0;
  const found = (file: string, count: number) => {
    files++;
    total += count;
    if (counts.size < keptCounts) counts.set(file, count);
    newest.add(file);
  };
  const result = place.isFile
    ? await countInput(run, (count) => found(path.basename(place.real), count))
    : await countFiles(run, mode, (file, count) => {
        // Where there are no rules, ripgrep alone kept out of secrets; what is shown is looked at again below.
        if (!place.judge?.rules.length || findShown(place, file) !== undefined) found(file, count);
      });
  const shown = newest.list().filter((file) => place.isFile || findShown(place, file) !== undefined);
  const notes = notesOf(result, files === 0, shown.length < files, t);
  if (files === 0) return { text: t("builtin.grep.none") + notes, details: { count: 0 } };
  const paths = shown.map((file) => {
    const display = workspace.display(path.join(folder, file));
    return mode === "count" ? `${display}:${counts.get(file) ?? "?"}` : display;
  });
  const text =
    mode === "count"
      ? t("builtin.grep.found", { count: total, matches: paths.join("\n") })
      : t("builtin.grep.foundFiles", { count: files, paths: paths.join("\n") });
  return { text: text + notes, details: mode === "count" ? { count: total, files } : { files } };
}

async function countInput(run: Run, found: (count: number) => void): Promise<RipgrepResult> {
  let output = "";
  const result = await run(["--count", "--no-filename"], (bytes) => {
    output += Buffer.from(bytes).toString("utf8");
    return true;
  });
  if (Number(output) > 0) found(Number(output));
  return result;
}

async function countFiles(
  run: Run,
  mode: "files_with_matches" | "count",
  found: (file: string, count: number) => void,
): Promise<RipgrepResult> {
  let file: string | undefined;
  const splitter = createSplitter("\0", (part) => {
    if (mode === "files_with_matches") {
      found(part, 1);
      return true;
    }
    // `path NUL count line-end`: a count is digits only, so the first line end after a NUL ends it.
    const at = file === undefined ? -1 : part.indexOf("\n");
    if (file !== undefined) found(file, Number(part.slice(0, at)));
    file = part.slice(at + 1);
    return true;
  });
  const args = mode === "count" ? ["--count", "--with-filename"] : ["--files-with-matches"];
  const result = await run([...args, "--null"], (bytes) => splitter.write(bytes));
  splitter.end();
  return result;
}
