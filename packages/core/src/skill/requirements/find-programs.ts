import { isShellLanguage } from "./find-env.ts";
import { isProgramName, languageOfCommand, languageOfPath, languageOfShebang } from "./known-names.ts";
import type { AddRequirement, Requirement } from "./requirement.ts";
import { readShell } from "./shell-commands.ts";
import type { MarkdownParts, TextLine } from "./split-markdown.ts";

const transcripts = new Set(["console", "terminal", "shellsession"]);

function addPrograms(
  lines: readonly TextLine[],
  file: string | undefined,
  sure: boolean,
  add: AddRequirement,
): void {
  const { commands, functions } = readShell(lines);
  for (const { words, line } of commands) {
    const first = words[0] ?? "";
    if (functions.has(first)) continue;
    const language = languageOfCommand(first);
    if (language !== undefined) add("language", language, { where: line, file, guess: !sure });
    else if (isProgramName(first)) add("binary", first, { where: line, file, guess: !sure });
  }
}

/** The programs that commands of a Markdown text begin with. An example is no proof, so all of them are guesses. */
export function findPrograms(parts: MarkdownParts, file: string | undefined, add: AddRequirement): void {
  for (const block of parts.blocks) {
    if (!isShellLanguage(block.language)) continue;
    const lines = transcripts.has(block.language)
      ? block.lines.filter(({ text }) => /^\s*[$%] /.test(text))
      : block.lines;
    addPrograms(lines, file, false, add);
  }
}

/** What a script of the skill is run by, and for a shell script what it calls. */
export function findScriptPrograms(
  path: string,
  text: string,
  lines: readonly TextLine[],
  add: AddRequirement,
): string | undefined {
  const language = languageOfShebang(text) ?? languageOfPath(path);
  if (language !== undefined) add("language", language, { where: 1, file: path });
  if (language === "bash") addPrograms(lines, path, false, add);
  return language;
}

/** The languages of the scripts that a skill points at. */
export function findLanguages(files: readonly Requirement[], add: AddRequirement): void {
  for (const { kind, name, guess, where, file } of files) {
    const language = kind === "file" ? languageOfPath(name) : undefined;
    if (language !== undefined) add("language", language, { guess: guess === true, where, file });
  }
}
