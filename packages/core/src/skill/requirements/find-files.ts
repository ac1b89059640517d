import { isShellLanguage } from "./find-env.ts";
import { tidyPath, type AddRequirement } from "./requirement.ts";
import { bareWords, inlineCode, type MarkdownParts, type TextLine } from "./split-markdown.ts";

/** Folders that the standard gives a skill. What text says of them is meant. */
const ownFolders = /^(?:references?|scripts|assets)\//;
/** Folders that skills often have, and projects too. */
const likelyFolders =
  /^(?:templates?|examples?|resources|rules|agents|prompts|guides|workflows|data|schemas|evals|lib|bin|docs|skills|commands|themes|fixtures|tools|checklists|patterns)\//;
const fileName =
  /^[\w@.+-]{1,80}\.(?:md|mdx|markdown|txt|json|jsonc|yaml|yml|toml|csv|tsv|xml|xsd|html|css|dot|svg|png|jpg|pdf|py|sh|bash|js|mjs|cjs|ts|mts|tsx|jsx|rb|php|pl|ps1|sql|tmpl|hbs|j2|template|lua|go|rs)$/i;
const skillFolderPrefix =
  /^(?:\$\{?(?:CLAUDE|SKILLMINT)_(?:SKILL_DIR|SKILL_ROOT|PLUGIN_ROOT)\}?|\$\{?(?:SKILL_DIR|SKILL_ROOT|PLUGIN_ROOT)\}?|\{baseDir\}|\{skill_dir\}|<(?:skill[-_ ]?(?:dir|folder|path|root)|base[-_]?dir)>)\//i;
const placeholders = /[<>{}$*|?!"'`…]|\.\.\.|YYYY|\bpath\/to\b/;
/** Files of a project or of other clients, never of a skill. */
const notOurs =
  /^(?:package(?:-lock)?\.json|tsconfig(?:\.\w+)?\.json|readme\.md|changelog\.md|skill\.md|claude\.md|agents\.md|gemini\.md|contributing\.md|license(?:\.md|\.txt)?|node\.js|next\.js|vue\.js|express\.js|three\.js|d3\.js|pyproject\.toml|cargo\.toml|requirements\.txt)$/i;
const here =
  /\b(?:in|from|inside) (?:this|the same) (?:skill\b(?!s)|directory|folder)|\bskill'?s? (?:directory|folder)\b|本目录|本技能|当前目录/i;
const example = /\be\.g\.|\bexamples?\b|\bsuch as\b|例如|比如/i;

interface Found {
  path: string;
  guess: boolean;
}

/** What a word of text points at, if it can be a file of the skill. */
function fileOfWord(word: string, line: string, inCode: boolean): Found | undefined {
  const prefixed = skillFolderPrefix.exec(word);
  const rest = prefixed === null ? word : word.slice(prefixed[0].length);
  const plain = rest.replace(/^\/path\/to\//, "").replace(/(?::\d+(?:-\d+)?|#[\w-]*)$/, "");
  if (placeholders.test(plain)) return undefined;
  if (prefixed === null && /^[/~]/.test(plain)) return fileAtEndOf(plain);
  const path = tidyPath(plain);
  if (path === undefined) return undefined;
  const name = path.split("/").at(-1) ?? "";
  const isFolder = path.endsWith("/");
  if (prefixed !== null)
    return fileName.test(name) || path.includes("/") ? { path, guess: false } : undefined;
  if (path.startsWith("../")) return fileName.test(name) || isFolder ? { path, guess: !inCode } : undefined;
  if (ownFolders.test(path)) {
    const named = fileName.test(name) || (path.startsWith("scripts/") && /^[\w.-]+$/.test(name));
    return named ? { path, guess: !inCode } : undefined;
  }
  if (!fileName.test(name) || notOurs.test(name)) return undefined;
  if (path.includes("/"))
    return likelyFolders.test(path) || plain.startsWith("./") ? { path, guess: true } : undefined;
  return { path, guess: !(inCode && here.test(line)) };
}

/** `/home/someone/tool/wrapper.sh`: the author's own path of a script that may lie in the skill. */
function fileAtEndOf(path: string): Found | undefined {
  const name = path.split("/").at(-1) ?? "";
  return /\.(?:sh|py|js|mjs|cjs|rb|ps1|md)$/i.test(name) && fileName.test(name) && !notOurs.test(name)
    ? { path: name, guess: true }
    : undefined;
}

const link = /\]\(\s{0,4}<?([^()\s<>]{1,200})>?(?:\s{1,4}["'][^"'()]{0,200}["'])?\s{0,4}\)/g;

function findLinks({ text }: TextLine): Found[] {
  const found: Found[] = [];
  for (const match of text.matchAll(link)) {
    const target = decode((match[1] ?? "").split(/[?#]/)[0] ?? "");
    const path = placeholders.test(target) ? undefined : tidyPath(target);
    if (path === undefined || (!path.endsWith("/") && !/\.\w{1,10}$/.test(path))) continue;
    found.push({ path, guess: false });
  }
  return found;
}

function decode(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

/** The files a Markdown text points at: links, paths between backticks, paths in commands, names in a sentence. */
export function findFiles(parts: MarkdownParts, file: string | undefined, add: AddRequirement): void {
  const put = (found: Found | undefined, line: number): void => {
    if (found !== undefined) add("file", found.path, { guess: found.guess, where: line, file });
  };
  for (const line of parts.prose) {
    const isExample = example.test(line.text);
    for (const found of findLinks(line)) put(found, line.line);
    for (const code of inlineCode(line.text)) {
      for (const word of code.split(/\s+/).slice(0, 20)) {
        put(fileOfWord(word, line.text, !isExample), line.line);
      }
    }
    const rest = line.text.replaceAll(/`[^`]{1,300}`/g, " ").replaceAll(link, " ");
    for (const word of bareWords(rest)) put(fileOfWord(word, line.text, false), line.line);
  }
  for (const block of parts.blocks) {
    if (!isShellLanguage(block.language)) continue;
    for (const { text, line } of block.lines) {
      if (text.trimStart().startsWith("#")) continue;
      for (const word of bareWords(text)) put(fileOfWord(word, text, true), line);
    }
  }
}
