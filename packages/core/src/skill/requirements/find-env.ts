import { readShell } from "./shell-commands.ts";
import type { AddRequirement } from "./requirement.ts";
import type { MarkdownParts, TextLine } from "./split-markdown.ts";

const credential = /_(?:KEY|TOKEN|SECRET|PASSWORD|PAT|CREDENTIALS|DSN)$/;
const ours = /^(?:CLAUDE|SKILLMINT|CODEX|GEMINI_CLI|XDG|LC|BASH|PLUGIN|NODE_ENV)(?:_|$)/;
const example =
  /^(?:MY|YOUR|SOME|EXAMPLE|FOO|BAR|ENV_VAR|VAR_NAME|API_KEY|API_TOKEN|ACCESS_TOKEN|SECRET_KEY)(?:_|$)/;

function isEnvName(name: string): boolean {
  return (
    /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(name) &&
    name.length <= 64 &&
    !ours.test(name) &&
    !example.test(name)
  );
}

/** How programs read a variable. A default after it means that it may be absent. */
const reads: readonly RegExp[] = [
  /\bprocess\.env\.([A-Z][A-Z0-9_]{2,63})(\s{0,4}(?:\?\?|\|\|))?/g,
  /\bprocess\.env\[["']([A-Z][A-Z0-9_]{2,63})["']\](\s{0,4}(?:\?\?|\|\|))?/g,
  /\bos\.environ\[["']([A-Z][A-Z0-9_]{2,63})["']\]()/g,
  /\bos\.(?:environ\.get|getenv)\(\s{0,4}["']([A-Z][A-Z0-9_]{2,63})["'](\s{0,4},)?/g,
  /\bENV\[["']([A-Z][A-Z0-9_]{2,63})["']\]()/g,
  /\bgetenv\(\s{0,4}["']([A-Z][A-Z0-9_]{2,63})["'](\s{0,4},)?/g,
  /\$env:([A-Z][A-Z0-9_]{2,63})()/g,
  /\bDeno\.env\.get\(["']([A-Z][A-Z0-9_]{2,63})["']()/g,
];

const shellRead = /\$\{?([A-Z][A-Z0-9_]{2,63})(:?[-=+])?/g;
const setIt = /\b(?:set|export|define|provide|requires?|needs?|configure|via|in|with|using|missing)\b/i;

/** Variables that prose asks for: "set the X_KEY environment variable", `export X_KEY=…`. */
function findInProse({ text, line }: TextLine, file: string | undefined, add: AddRequirement): void {
  const spoken =
    /environment variable|\benv(?:ironment)?\b|\benv var|环境变量/i.test(text) && setIt.test(text);
  for (const match of text.matchAll(/(?<![A-Za-z0-9_])\$?\{?([A-Z][A-Z0-9_]{2,63})(?![A-Za-z0-9_])/g)) {
    const name = match[1] ?? "";
    if (!isEnvName(name)) continue;
    const dollar = match[0].startsWith("$");
    if (spoken && credential.test(name)) add("env", name, { where: line, file });
    else if (spoken || (dollar && credential.test(name)))
      add("env", name, { where: line, file, guess: true });
  }
}

function findReads(
  lines: readonly TextLine[],
  file: string | undefined,
  sure: boolean,
  add: AddRequirement,
): void {
  for (const { text, line } of lines) {
    for (const pattern of reads) {
      for (const match of text.matchAll(pattern)) {
        const name = match[1] ?? "";
        const optional = (match[2] ?? "") !== "";
        if (isEnvName(name)) add("env", name, { where: line, file, guess: optional || !sure });
      }
    }
  }
}

/** Variables that shell text reads and does not set itself. A secret that it exports is one that a person must bring. */
function findInShell(
  lines: readonly TextLine[],
  assigned: ReadonlySet<string>,
  file: string | undefined,
  sure: boolean,
  add: AddRequirement,
): void {
  for (const { text, line } of lines) {
    if (text.trimStart().startsWith("#")) continue;
    for (const match of text.matchAll(shellRead)) {
      const name = match[1] ?? "";
      if (!isEnvName(name) || assigned.has(name) || !credential.test(name)) continue;
      add("env", name, { where: line, file, guess: !sure || match[2] !== undefined });
    }
    const exported = /^\s*(?:\$ )?export ([A-Z][A-Z0-9_]{2,63})=/.exec(text)?.[1];
    if (exported !== undefined && isEnvName(exported) && credential.test(exported) && !/\$\(/.test(text)) {
      add("env", exported, { where: line, file, guess: !sure });
    }
  }
}

const shellLanguages = new Set(["bash", "sh", "zsh", "shell", "console", "terminal", "shellsession", "fish"]);

export function isShellLanguage(language: string): boolean {
  return shellLanguages.has(language);
}

/** Environment variables a Markdown text needs. */
export function findEnv(parts: MarkdownParts, file: string | undefined, add: AddRequirement): void {
  for (const line of parts.prose) findInProse(line, file, add);
  findReads(parts.prose, file, false, add);
  const shell = parts.blocks.filter((block) => isShellLanguage(block.language));
  const assigned = new Set(shell.flatMap((block) => [...readShell(block.lines).assigned]));
  for (const block of parts.blocks) {
    if (isShellLanguage(block.language)) findInShell(block.lines, assigned, file, false, add);
    else findReads(block.lines, file, false, add);
  }
}

/** Environment variables a script of the skill reads. */
export function findScriptEnv(
  lines: readonly TextLine[],
  language: string | undefined,
  file: string,
  add: AddRequirement,
): void {
  if (language === "bash") findInShell(lines, readShell(lines).assigned, file, true, add);
  else findReads(lines, file, true, add);
}
