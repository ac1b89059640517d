import type { FileHandle } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
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
import { walkArgs } from "./list-files.ts";
import { newestFirst } from "./newest-first.ts";
import { pathFailure } from "./path-failure.ts";
import { createSplitter, findRipgrep, runRipgrep, type RipgrepResult } from "./ripgrep.ts";

const timeoutMs = 20_000;
const defaultShown = 250;
const maxChars = 28_000;
const keptFiles = 100_000;

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
  const target = createDescribedPath();
  return defineTool({
    name: "Grep",
    description: t("builtin.grep.description"),
    input: inputOf(t),
    aliases: { case_insensitive: "-i", include: "glob", context: "-C" },
    effect: "read",
    async describe(input, workspace) {
      const where = input.path ?? workspace.root;
      try {
        const title = `Grep ${escapeControls(input.pattern)}`;
        return await target.describe(input, where, workspace, { title, access: "read" });
      } catch (error) {
        throw pathFailure(error, "builtin.grep.failed", where, t);
      }
    },
    async run(input, context) {
      const shown = input.path ?? ".";
      if ([input.pattern, input.glob, input.type].some((text) => text?.includes("\0"))) {
        throw failure(context.t("builtin.grep.nul"), context.t);
      }
      try {
        const resolved = await target.resolve(input, input.path ?? context.workspace.root, context.workspace);
        if (!resolved.exists) throw new WorkspaceError("not-found", shown);
        return await search(input, resolved, context);
      } catch (error) {
        throw pathFailure(error, "builtin.grep.failed", shown, context.t);
      }
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
}

async function search(input: Input, resolved: ResolvedPath, context: ToolContext): Promise<ToolResult> {
  const program = await findRipgrep();
  if (program === undefined) {
    const platform = `${process.platform}-${process.arch}`;
    throw failure(context.t("builtin.grep.missing", { platform }), context.t);
  }
  const place = await openPlace(resolved);
  const run = (args: string[], onOutput: (bytes: Uint8Array) => boolean) =>
    runRipgrep({
      program,
      args: [
        ...args,
        ...patternArgs(input),
        ...(place.isFile ? [] : walkArgs),
        "--",
        input.pattern,
        place.isFile ? "-" : ".",
      ],
      ...(place.isFile ? { input: place.handle } : { folder: handlePath(place.handle, place.real) }),
      signal: context.signal,
      timeoutMs,
      onOutput,
    });
  try {
    const mode = input.output_mode ?? "content";
    return mode === "content"
      ? await content(input, place, run, context)
      : await perFile(input, mode, place, run, context);
  } finally {
    await place.handle.close();
  }
}

async function openPlace(resolved: ResolvedPath): Promise<Place> {
  try {
    return { handle: await openResolved(resolved), real: resolved.real, isFile: true };
  } catch (error) {
    if (!WorkspaceError.is(error) || error.code !== "is-folder") throw error;
    return { handle: await openFolder(resolved.real), real: resolved.real, isFile: false };
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

type Run = (args: string[], onOutput: (bytes: Uint8Array) => boolean) => Promise<RipgrepResult>;

/** Says what cut the search short; throws when it failed and found nothing. */
function notesOf(result: RipgrepResult, empty: boolean, more: boolean, t: Translate): string {
  if (result.exitCode === 2 && empty) throw failure(result.error || "ripgrep 2", t);
  const notes = [
    ...(more ? [t("builtin.grep.more")] : []),
    ...(result.stopped === "time" ? [t("builtin.grep.stopped", { seconds: timeoutMs / 1_000 })] : []),
  ];
  return notes.map((note) => `\n${note}`).join("");
}

async function content(
  input: Input,
  place: Place,
  run: Run,
  { t, workspace }: ToolContext,
): Promise<ToolResult> {
  const display = place.isFile ? undefined : (file: string) => workspace.display(path.join(place.real, file));
  const limits = { lines: input.head_limit ?? defaultShown, chars: maxChars };
  const output = createGrepOutput(limits, display);
  const args = [
    "--line-number",
    "--no-heading",
    "--null",
    "--max-columns=500",
    "--max-columns-preview",
    ...contextArgs(input),
  ];
  const result = await run([...args, place.isFile ? "--no-filename" : "--with-filename"], (bytes) =>
    output.write(bytes),
  );
  output.end();
  const count = output.matches;
  const notes = notesOf(result, count === 0, output.more, t);
  if (count === 0) return textResult(t("builtin.grep.none") + notes, { count });
  return textResult(t("builtin.grep.found", { count, matches: output.lines.join("\n") }) + notes, { count });
}

async function perFile(
  input: Input,
  mode: "files_with_matches" | "count",
  place: Place,
  run: Run,
  { t, workspace }: ToolContext,
): Promise<ToolResult> {
  const counts = new Map<string, number>();
  let total = 0;
  let file: string | undefined;
  const named = (name: string, count: number) => {
    total += count;
    if (counts.size < keptFiles) counts.set(name, count);
  };
  // `path NUL count line-end`: a count is digits only, so the first line end after a NUL ends it.
  const onPart = (part: string): boolean => {
    const at = file === undefined ? -1 : part.indexOf("\n");
    if (file !== undefined) named(file, Number(part.slice(0, at)));
    file = part.slice(at + 1);
    return true;
  };
  const splitter = createSplitter(0, onPart);
  const args = place.isFile ? ["--count", "--no-filename"] : ["--count", "--with-filename", "--null"];
  let single = "";
  const result = await run(args, (bytes) => {
    if (!place.isFile) return splitter.write(bytes);
    single += Buffer.from(bytes).toString("utf8");
    return single.length < 100;
  });
  splitter.end();
  if (place.isFile && Number(single) > 0) named(path.basename(place.real), Number(single));
  const shownLimit = input.head_limit ?? defaultShown;
  const folder = place.isFile ? path.dirname(place.real) : place.real;
  const order = await newestFirst(folder, [...counts.keys()]);
  const shown = order.slice(0, shownLimit);
  const notes = notesOf(result, counts.size === 0, shown.length < counts.size, t);
  if (counts.size === 0) return textResult(t("builtin.grep.none") + notes, { count: 0 });
  const paths = shown.map((name) => {
    const display = workspace.display(path.join(folder, name));
    return mode === "count" ? `${display}:${counts.get(name) ?? 0}` : display;
  });
  const text =
    mode === "count"
      ? t("builtin.grep.found", { count: total, matches: paths.join("\n") })
      : t("builtin.grep.foundFiles", { count: counts.size, paths: paths.join("\n") });
  return textResult(text + notes, { count: total, files: counts.size });
}
