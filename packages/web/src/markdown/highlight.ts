import { createHighlighterCore, type LanguageInput } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";

/** A line of code as pieces of one colour each. */
export type CodeLine = { text: string; light: string; dark: string }[];

const languages: Readonly<Record<string, () => Promise<{ default: LanguageInput }>>> = {
  bash: () => import("shiki/langs/bash.mjs"),
  c: () => import("shiki/langs/c.mjs"),
  cpp: () => import("shiki/langs/cpp.mjs"),
  css: () => import("shiki/langs/css.mjs"),
  diff: () => import("shiki/langs/diff.mjs"),
  go: () => import("shiki/langs/go.mjs"),
  html: () => import("shiki/langs/html.mjs"),
  java: () => import("shiki/langs/java.mjs"),
  javascript: () => import("shiki/langs/javascript.mjs"),
  json: () => import("shiki/langs/json.mjs"),
  jsx: () => import("shiki/langs/jsx.mjs"),
  markdown: () => import("shiki/langs/markdown.mjs"),
  python: () => import("shiki/langs/python.mjs"),
  rust: () => import("shiki/langs/rust.mjs"),
  sql: () => import("shiki/langs/sql.mjs"),
  toml: () => import("shiki/langs/toml.mjs"),
  tsx: () => import("shiki/langs/tsx.mjs"),
  typescript: () => import("shiki/langs/typescript.mjs"),
  yaml: () => import("shiki/langs/yaml.mjs"),
};

const aliases: Readonly<Record<string, string>> = {
  sh: "bash",
  shell: "bash",
  zsh: "bash",
  console: "bash",
  js: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  jsonc: "json",
  md: "markdown",
  py: "python",
  rs: "rust",
  ts: "typescript",
  mts: "typescript",
  yml: "yaml",
  "c++": "cpp",
  h: "c",
  htm: "html",
};

/** What takes longer is left in one colour. The first line of a language also pays for reading its grammar. */
const lineMs = 2_500;

export type Highlight = (
  text: string,
  language: string,
  /** Aborted where nobody wants to see it any more. */
  signal?: AbortSignal,
) => Promise<CodeLine[] | undefined>;

/** Colours code; undefined where the language is not known. A language is loaded when it is first seen. */
export async function createHighlight(): Promise<Highlight> {
  const shiki = await createHighlighterCore({
    engine: createJavaScriptRegexEngine({ forgiving: true }),
    // Of the light ones only this is readable on the panel: comments and keywords of the others are too pale.
    themes: [
      import("shiki/themes/github-light-high-contrast.mjs"),
      import("shiki/themes/github-dark-default.mjs"),
    ],
    langs: [],
  });
  return async (text, name) => {
    const lower = name.toLowerCase();
    const language = aliases[lower] ?? lower;
    const load = languages[language];
    if (!load) return undefined;
    await shiki.loadLanguage((await load()).default);
    const lines = shiki.codeToTokensWithThemes(text, {
      lang: language,
      tokenizeTimeLimit: lineMs,
      themes: { light: "github-light-high-contrast", dark: "github-dark-default" },
    });
    return lines.map((line) =>
      line.map(({ content, variants }) => ({
        text: content,
        light: variants["light"]?.color ?? "inherit",
        dark: variants["dark"]?.color ?? "inherit",
      })),
    );
  };
}
