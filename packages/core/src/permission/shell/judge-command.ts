import type { CommandPart } from "../request.ts";
import type { DeepRead, Depth } from "./deep-read.ts";
import { enter, locate, type Folders } from "./folders.ts";
import { judgeProgram, type Judgement } from "./program.ts";
import { findReadOnlyProgram } from "./read-only-commands.ts";
import { giveReason, type Reason } from "./reason.ts";
import { spellWord, type ShellWord } from "./shell-word.ts";
import { TooDeep } from "./too-deep.ts";
import { innerCommands, isShell, isWrapper, unwrap } from "./wrappers.ts";
import { judgeXargs } from "./judge-xargs.ts";
import { touchedPaths } from "./written-paths.ts";

/** A simple command, read but not judged. */
export interface SimpleCommand {
  text: string;
  words: readonly ShellWord[];
  /** `NAME=value` before the command that could change what it does. */
  assignments: readonly string[];
  /** What its redirections alone say against it. */
  reason?: Reason;
  /** Its redirections write files. */
  redirects?: boolean;
  /** It writes where cannot be told before it runs. */
  blind?: boolean;
  /** The commands that its input comes from, nearest last. */
  upstream: readonly (readonly ShellWord[])[];
}

export interface JudgedCommand {
  part: CommandPart;
  reads: string[];
  globs: string[];
  deep: DeepPath[];
  writes: string[];
}

/** A folder of which files are shown, or a pattern of such. */
export interface DeepPath extends Depth {
  path: string;
  isGlob: boolean;
}

const maxLayers = 40;
const systemPath = /^\/(?:usr\/)?bin\/[\w.+-]+$/;

function judgeWords(words: readonly ShellWord[], upstream: SimpleCommand["upstream"]): Judgement {
  const [first, ...rest] = words;
  if (first === undefined) return { reads: [], planSafe: true };
  const no = (reason: Reason): Judgement => ({ reason, reads: [], planSafe: false });
  if (first.kind !== "literal" || first.home) return no(giveReason("open-word", first.value));
  const name = first.value;
  if (name.includes("/") && !systemPath.test(name)) return no(giveReason("program-path", name));
  if (name === "cd") return judgeChange(rest);
  if (name === "xargs") return judgeXargs(rest, upstream);
  if (name === "command" && /^-[vV]$/.test(rest[0]?.value ?? ""))
    return judgeProgram({ operands: "text" }, rest.slice(1));
  const inner = unwrap(words);
  if (inner && name !== "nohup") return judgeWords(inner, upstream);
  const program = findReadOnlyProgram(name);
  if (program) return judgeProgram(program, rest);
  if (isShell(first)) return no(giveReason("shell", name));
  return no(giveReason(isWrapper(first) ? "wrapper" : "program", name));
}

function judgeChange(words: readonly ShellWord[]): Judgement {
  const operands = words[0]?.value === "--" ? words.slice(1) : words;
  const target = changeTarget(operands);
  return target
    ? { reads: [target], planSafe: true }
    : { reason: giveReason("argument", operands[0]?.value ?? "cd"), reads: [], planSafe: true };
}

function changeTarget(words: readonly ShellWord[]): ShellWord | undefined {
  const [target, more] = words[0]?.value === "--" ? words.slice(1) : words;
  const isPlain =
    target?.kind === "literal" && !target.home && target.value !== "" && !target.value.startsWith("-");
  return isPlain && more === undefined ? target : undefined;
}

/** Where the shell stands after the command, if it succeeds. */
export function foldersAfter({ words }: SimpleCommand, folders: Folders): Folders {
  const [first] = words;
  if (first === undefined) return folders;
  let inner = words;
  for (let next = unwrap(inner); next; next = unwrap(inner)) inner = next;
  const name = inner[0]?.guess ?? "";
  if (name === "cd" && inner === words) {
    const target = changeTarget(words.slice(1));
    return target ? enter(folders, target.value) : null;
  }
  const mayMove =
    inner[0]?.kind !== "literal" || ["cd", "pushd", "popd", "eval", "source", "."].includes(name);
  return mayMove ? null : folders;
}

function pathsOf(words: readonly ShellWord[], folders: Folders): { plain: string[]; globs: string[] } {
  const plain: string[] = [];
  const globs: string[] = [];
  for (const word of words) {
    const into = word.kind === "glob" ? globs : plain;
    if (word.home) into.push(word.value);
    else for (const folder of folders ?? []) into.push(locate(folder, word.value));
    if (folders === null && word.value.startsWith("/")) into.push(word.value);
  }
  return { plain, globs };
}

function describeLayers(command: SimpleCommand): {
  layers: string[];
  allowLayers: number;
  inner: readonly ShellWord[];
} {
  const { words, assignments } = command;
  const spell = (some: readonly ShellWord[]): string => some.map(spellWord).join(" ");
  const layers = assignments.length > 0 ? [[...assignments, spell(words)].join(" ").trim()] : [];
  layers.push(spell(words));
  let allowLayers = 1;
  let inner = words;
  for (let next = unwrap(inner); next; next = unwrap(inner)) {
    inner = next;
    layers.push(spell(inner));
    if (layers.length > maxLayers) throw new TooDeep();
    if (assignments.length === 0) allowLayers++;
  }
  const found = innerCommands(inner);
  if (found.length > maxLayers) throw new TooDeep();
  for (const hidden of found) {
    layers.push(spell(hidden));
    if (inner === words || hidden.length < inner.length) inner = hidden;
  }
  layers.push(words.map((word) => word.guess).join(" "));
  const isKnown = command.blind !== true && words[0]?.kind === "literal" && !words[0].home;
  return {
    layers: [...new Set(layers)],
    allowLayers: isKnown || words.length === 0 ? allowLayers : 0,
    inner,
  };
}

const textFlags = new Set(["-m", "-am", "--message", "--body", "--title", "-b", "-t"]);

/** Whether an argument may turn out to be a flag, other than the text that a flag is followed by. */
function isLoose(words: readonly ShellWord[]): boolean {
  return words.some((word, i) => {
    if (i === 0 || word.kind === "literal" || word.steady) return false;
    if (word.kind === "glob") return /^[*?[-]/.test(word.value);
    return !(textFlags.has(words[i - 1]?.value ?? "") && word.value.startsWith('"'));
  });
}

/** Judges one simple command that may run in these folders. */
export function judgeCommand(command: SimpleCommand, folders: Folders): JudgedCommand {
  const { words, assignments } = command;
  const { layers, allowLayers, inner } = describeLayers(command);
  const judged = judgeWords(words, command.upstream);
  const assigned = assignments[0];
  const reason =
    (assigned === undefined ? undefined : giveReason("assignment", assigned)) ??
    command.reason ??
    judged.reason ??
    (folders === null ? ("folder" satisfies Reason) : undefined);
  const isReadOnly = reason === undefined;
  const where = judged.folder && folders ? enterForReading(folders, judged.folder) : folders;
  const touched = isReadOnly ? { reads: judged.reads, writes: [] } : touchedPaths(inner);
  const read = pathsOf(touched.reads, where);
  const base = judged.folder ? pathsOf([judged.folder], folders) : { plain: [], globs: [] };
  return {
    part: {
      text: command.text,
      words: inner.every((word) => word.kind === "literal") ? inner.map((word) => word.value) : null,
      readOnly: isReadOnly,
      planSafe: isReadOnly && judged.planSafe,
      ...(reason === undefined ? {} : { reason }),
      layers,
      allowLayers,
      ...(isLoose(words) ? { loose: true } : {}),
      ...(command.redirects ? { redirects: true } : {}),
    },
    reads: [...base.plain, ...read.plain],
    globs: read.globs,
    deep: isReadOnly && judged.deep ? deepPaths(judged.deep, where, command.upstream.length > 0) : [],
    writes: pathsOf(touched.writes, where).plain,
  };
}

function deepPaths({ at, implied, ...depth }: DeepRead, folders: Folders, isPiped: boolean): DeepPath[] {
  if (isPiped && implied && depth.unlessPiped) return [];
  const { plain, globs } = pathsOf(at, folders);
  return [
    ...plain.map((path) => ({ ...depth, path, isGlob: false })),
    ...globs.map((path) => ({ ...depth, path, isGlob: true })),
  ];
}

function enterForReading(folders: readonly string[], target: ShellWord): Folders {
  return target.home ? null : folders.map((folder) => locate(folder, target.value));
}
