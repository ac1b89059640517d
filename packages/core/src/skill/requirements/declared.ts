import { canonicalToolName } from "../../protocol/index.ts";
import type { SkillFields } from "../skill.ts";
import { languageOfCommand } from "./known-names.ts";
import type { AddRequirement } from "./requirement.ts";

/** Words of `compatibility` that name one program and nothing else. */
const programs: Readonly<Record<string, string>> = {
  git: "git",
  docker: "docker",
  jq: "jq",
  curl: "curl",
  wget: "wget",
  npm: "npm",
  npx: "npx",
  pnpm: "pnpm",
  yarn: "yarn",
  uv: "uv",
  uvx: "uvx",
  pip: "pip",
  pipx: "pipx",
  gh: "gh",
  cargo: "cargo",
  rust: "cargo",
  go: "go",
  golang: "go",
  java: "java",
  swift: "swift",
  ffmpeg: "ffmpeg",
  imagemagick: "magick",
  pandoc: "pandoc",
  tmux: "tmux",
  kubectl: "kubectl",
  helm: "helm",
  terraform: "terraform",
  aws: "aws",
  gcloud: "gcloud",
  az: "az",
  make: "make",
  cmake: "cmake",
  graphviz: "dot",
  libreoffice: "soffice",
  poppler: "pdftotext",
  tesseract: "tesseract",
  sqlite3: "sqlite3",
  psql: "psql",
  ripgrep: "rg",
};
const languageWords: Readonly<Record<string, string>> = {
  python: "python3",
  python3: "python3",
  node: "node",
  "node.js": "node",
  nodejs: "node",
  bash: "bash",
  powershell: "pwsh",
  pwsh: "pwsh",
  php: "php",
  deno: "deno",
  bun: "bun",
  ruby: "ruby",
};
const platforms: Readonly<Record<string, string>> = {
  macos: "darwin",
  "os x": "darwin",
  linux: "linux",
  windows: "win32",
};
const clients = ["Claude Code", "Claude.ai", "Codex", "Cursor", "Gemini CLI", "Copilot", "opencode"];

const needs = /\b(?:requires?|requiring|needs?|must have|depends on|prerequisites?)\b|需要|依赖/i;
const softened =
  /\b(?:not|n't|no longer) (?:require|need|required|needed)|\boptional(?:ly)?\b|\brecommended\b|\bif available\b|\bbest used\b|\bor\b|\beither\b|可选|或/i;

/** Whether a word names a program in a list of needs: no letter or digit around it. */
function names(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const before = text.charAt(at - 1);
    const after = text.slice(at + word.length);
    // A word before `-` or `'` belongs to a longer name; "go to" and "make sure" are sentences.
    if (/[\w.-]/.test(before) || /^(?:[\w'-]|\.\w| (?:to(?! be)|sure|it|from|into|with)\b)/.test(after))
      continue;
    return true;
  }
  return false;
}

/** What the prose of `compatibility` says must be there. A sentence with "or" or "optional" says nothing firm. */
function findInCompatibility(text: string, add: AddRequirement): void {
  for (const client of clients) {
    if (text.toLowerCase().includes(client.toLowerCase())) add("client", client, { declared: true });
  }
  const plain = text
    .slice(0, 2000)
    .replaceAll(/\bor (?:higher|later|newer|above|greater|more)\b|或(?:更高|以上)/gi, "");
  for (const sentence of plain.split(/[.;。；](?=\s|$)|\n/)) {
    if (!needs.test(sentence) || softened.test(sentence)) continue;
    const lower = sentence.toLowerCase();
    for (const [word, name] of Object.entries(languageWords)) {
      if (names(lower, word)) add("language", name, { declared: true });
    }
    for (const [word, name] of Object.entries(programs)) {
      if (names(lower, word)) add("binary", name, { declared: true });
    }
    const named = Object.entries(platforms).filter(([word]) => names(lower, word));
    const [only] = named;
    if (named.length === 1 && only !== undefined) add("platform", only[1], { declared: true });
    for (const match of sentence.matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+){0,6}_(?:KEY|TOKEN|SECRET)\b/g)) {
      add("env", match[0], { declared: true });
    }
  }
}

/** What a skill says it needs, in `metadata.skillmint.requires` and in `compatibility`. */
export function findDeclared(fields: SkillFields, add: AddRequirement): void {
  const { requires } = fields;
  const declared = { declared: true };
  const each = (list: readonly string[] | undefined): string[] =>
    (list ?? []).slice(0, 100).map((name) => name.trim());
  for (const name of each(requires?.tools)) add("tool", canonicalToolName(name), declared);
  for (const name of each(requires?.mcp)) add("mcp", name, declared);
  for (const name of each(requires?.binaries)) add("binary", name, declared);
  for (const name of each(requires?.env)) add("env", name, declared);
  for (const name of each(requires?.files)) add("file", name, declared);
  for (const name of each(requires?.skills)) add("skill", name, declared);
  for (const name of each(requires?.languages)) {
    add("language", languageOfCommand(name) ?? name.toLowerCase(), declared);
  }
  if (fields.compatibility !== undefined) findInCompatibility(fields.compatibility, add);
}
