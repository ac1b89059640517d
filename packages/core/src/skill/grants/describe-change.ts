import { createTranslate, type Translate } from "../../protocol/index.ts";
import { diffLines, type DiffLine } from "./line-diff.ts";

const maxDiffLines = 200;
const maxLineLength = 1_000;
const contextLines = 3;

export interface FileDigest {
  path: string;
  digest: string;
}

/** The state of a skill's folder: its digest, the digest of each file, and the texts that are known. */
export interface FolderState {
  digest: string;
  files: readonly FileDigest[];
  texts: Readonly<Record<string, string>>;
}

export interface FolderChange {
  added: string[];
  removed: string[];
  changed: string[];
  /** A unified difference of the texts, for a person: bounded, with whatever is invisible made visible. */
  diff: string;
  /** Lines of difference that are not in `diff`. */
  omitted: number;
}

/** Control, bidirectional, zero-width and tag characters as escapes: no text can hide or rearrange itself. */
function showHidden(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, (char) =>
    char === "\t" ? char : `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** A line that fits, with its end: what was put behind a thousand blanks is seen too. */
function showLine(text: string): string {
  const shown = showHidden(text.replaceAll(/ {41,}/g, (blanks) => ` […␠×${blanks.length}…] `));
  if (shown.length <= maxLineLength) return shown;
  const half = maxLineLength / 2;
  return `${shown.slice(0, half)} […${shown.length - maxLineLength}…] ${shown.slice(-half)}`;
}

/** The changed lines of a text with a few around them, under headings that say where. */
function toHunks(lines: readonly DiffLine[]): string[] {
  const near = lines.map(() => false);
  for (const [index, { mark }] of lines.entries()) {
    if (mark === " ") continue;
    near.fill(true, Math.max(0, index - contextLines), index + contextLines + 1);
  }
  const shown: string[] = [];
  let before = 1;
  let after = 1;
  for (const [index, { mark, text }] of lines.entries()) {
    if (near[index]) {
      if (!near[index - 1]) shown.push(`@@ -${before} +${after} @@`);
      shown.push(mark + showLine(text));
    }
    if (mark !== "+") before += 1;
    if (mark !== "-") after += 1;
  }
  return shown;
}

function textOf(state: FolderState, path: string): string | undefined {
  return Object.hasOwn(state.texts, path) ? state.texts[path] : undefined;
}

/** SKILL.md first: its text is what a model follows. */
/** Where both end with a line break, as files do, there is no line behind it. */
function toLines(...texts: readonly (string | undefined)[]): [before: string[], after: string[]] {
  const areWhole = texts.every((text) => text === undefined || text.endsWith("\n"));
  const [before = [], after = []] = texts.map((text) =>
    text === undefined ? [] : (areWhole ? text.slice(0, -1) : text).split("\n"),
  );
  return [before, after];
}

function byWeight(a: string, b: string): number {
  const weight = (path: string): number => (/^skill\.md$/i.test(path) ? 0 : 1);
  return weight(a) - weight(b) || (a < b ? -1 : a > b ? 1 : 0);
}

/**
 * What became different since a person approved a folder. Every file that was added, removed or changed is named; the
 * difference of texts is shown up to 200 lines, and says how much more there is.
 */
export function describeChange(
  approved: FolderState,
  now: FolderState,
  t: Translate = createTranslate("en"),
): FolderChange {
  const old = new Map(approved.files.map((file) => [file.path, file.digest]));
  const fresh = new Map(now.files.map((file) => [file.path, file.digest]));
  const added = [...fresh.keys()].filter((path) => !old.has(path)).sort(byWeight);
  const removed = [...old.keys()].filter((path) => !fresh.has(path)).sort(byWeight);
  const changed = [...fresh.keys()]
    .filter((path) => old.has(path) && old.get(path) !== fresh.get(path))
    .sort(byWeight);
  const lines: string[] = [];
  for (const path of [...changed, ...added, ...removed].sort(byWeight)) {
    const shownPath = showLine(path);
    const before = textOf(approved, path);
    const after = textOf(now, path);
    if (!old.has(path)) lines.push(t("skill.change.added", { path: shownPath }));
    else if (!fresh.has(path)) lines.push(t("skill.change.removed", { path: shownPath }));
    else lines.push(t("skill.change.changed", { path: shownPath }));
    if ((old.has(path) && before === undefined) || (fresh.has(path) && after === undefined)) {
      lines.push(t("skill.change.noText", { path: shownPath }));
    } else {
      lines.push(
        `--- ${old.has(path) ? shownPath : "/dev/null"}`,
        `+++ ${fresh.has(path) ? shownPath : "/dev/null"}`,
      );
      lines.push(...toHunks(diffLines(...toLines(before, after))));
    }
  }
  if (lines.length === 0 && approved.digest !== now.digest) lines.push(t("skill.change.mode"));
  const omitted = Math.max(0, lines.length - maxDiffLines);
  const shown = lines.slice(0, maxDiffLines);
  if (omitted > 0) shown.push(t("skill.change.cut", { lines: omitted }));
  return { added, removed, changed, diff: shown.join("\n"), omitted };
}
