import type { FindSecrets, Span } from "./redactor.ts";

/** A folder whose place differs from machine to machine, under the name that stands for it. */
export interface NamedFolder {
  name: "workspace" | "home" | "tmp";
  path: string;
}

/** A folder that stands for another one: what is written as `hidden` lies at `path` here. */
export interface MovedFolder {
  hidden: string;
  path: string;
}

/** Ids by what they are the id of, so that they have the same name in every run. */
export interface IdNames {
  nameOf(id: string): string | undefined;
  idOf(name: string): string | undefined;
}

export interface PlaceholderOptions {
  /** The first of a name is what it is restored to. */
  folders: readonly NamedFolder[];
  moved?: () => readonly MovedFolder[];
  ids: IdNames;
  findSecrets: FindSecrets;
}

/** Turns texts into what a cassette holds, and back. */
export interface Placeholders {
  /** Numbers ids that nothing names, in their order, while it works: what is hidden then can be restored here only. */
  numbering<T>(work: () => T): T;
  hide: (text: string) => string;
  restore: (text: string) => string;
  /** The same for the text of JSON, where paths may be escaped. */
  hideJson: (text: string) => string;
  restoreJson: (text: string) => string;
  /** Hides pieces of one text: each stays a piece of its own, unless what is hidden lies across its end. */
  hidePieces(pieces: readonly string[], json?: boolean): string[];
}

const ids =
  /\b(?:(?:ses|run|msg|call|ask|prm|note|shl|ins)_[0-9a-z]{22}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/g;
const placeholder = /\$\{((?:literal:)*)(workspace|home|tmp|date|(?:ses|call|shl):[\w/-]+|id:#\d+)\}/g;

/** A text with its ids numbered in their order: so two that differ in them only are the same. */
export function numberIds(text: string): string {
  const numbers = new Map<string, number>();
  return text.replaceAll(ids, (id) => {
    const number = numbers.get(id) ?? numbers.size + 1;
    numbers.set(id, number);
    return `#${number}`;
  });
}

export function createPlaceholders(options: PlaceholderOptions): Placeholders {
  const { folders, ids: names } = options;
  const numbers = new Map<string, string>();
  const known = new Map<string, string>();
  let isNumbering = false;

  const wordId = (id: string): string => {
    const given = names.nameOf(id) ?? numbers.get(id);
    if (given !== undefined) return `\${${given}}`;
    if (!isNumbering) return id;
    const name = `id:#${numbers.size + 1}`;
    numbers.set(id, name);
    known.set(name, id);
    return `\${${name}}`;
  };

  function findSpans(text: string, escape: (path: string) => string): Span[] {
    const literals = [...text.matchAll(placeholder)].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      text: `\${literal:${match[1] ?? ""}${match[2] ?? ""}}`,
    }));
    const paths = [
      ...(options.moved?.() ?? []).map(({ hidden, path }) => ({ path, text: hidden })),
      ...folders.map(({ name, path }) => ({ path, text: `\${${name}}` })),
    ].toSorted((a, b) => b.path.length - a.path.length);
    const found = paths.map(({ path, text: shown }) => findPath(text, escape(path), shown));
    const named = [...text.matchAll(ids)].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      text: wordId(match[0]),
    }));
    return keepApart([options.findSecrets(text), literals, ...found, named]);
  }

  const replace = (text: string, spans: readonly Span[], from: number, to: number): string => {
    let result = "";
    let at = from;
    for (const span of spans) {
      if (span.start < from || span.end > to) continue;
      result += text.slice(at, span.start) + span.text;
      at = span.end;
    }
    return result + text.slice(at, to);
  };

  const hide = (text: string, escape: (path: string) => string): string =>
    replace(text, findSpans(text, escape), 0, text.length);

  const restore = (text: string, escape: (path: string) => string): string => {
    let whole = text;
    for (const { hidden, path } of options.moved?.() ?? [])
      whole = whole.replaceAll(hidden, () => escape(path));
    return whole.replaceAll(placeholder, (shown, marks: string, name: string) => {
      if (marks !== "") return `\${${marks.slice("literal:".length)}${name}}`;
      const folder = folders.find((candidate) => candidate.name === name);
      if (folder) return escape(folder.path);
      return names.idOf(name) ?? known.get(name) ?? shown;
    });
  };

  return {
    numbering(work) {
      isNumbering = true;
      try {
        return work();
      } finally {
        isNumbering = false;
      }
    },
    hide: (text) => hide(text, asIs),
    restore: (text) => restore(text, asIs),
    hideJson: (text) => hide(text, jsonEscaped),
    restoreJson: (text) => restore(text, jsonEscaped),
    hidePieces(pieces, json = false) {
      const text = pieces.join("");
      const spans = findSpans(text, json ? jsonEscaped : asIs);
      const hidden: string[] = [];
      let from = 0;
      let end = 0;
      for (const piece of pieces) {
        end += piece.length;
        if (end < text.length && spans.some((span) => span.start < end && end < span.end)) continue;
        hidden.push(replace(text, spans, from, end));
        from = end;
      }
      return hidden;
    },
  };
}

/** Spans in order, none of which touches another: those of an earlier list come first. */
function keepApart(lists: readonly (readonly Span[])[]): Span[] {
  const kept: Span[] = [];
  for (const list of lists) {
    const fresh = list.filter(
      (span) => !kept.some((other) => span.start < other.end && other.start < span.end),
    );
    for (const span of fresh.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
      if (!kept.some((other) => span.start < other.end && other.start < span.end)) kept.push(span);
    }
  }
  return kept.sort((a, b) => a.start - b.start);
}

/** Whole path components only: /home/me is not in /home/mel, nor in /mnt/home/me. */
function findPath(text: string, path: string, shown: string): Span[] {
  if (path.length < 2) return [];
  const found: Span[] = [];
  for (let at = text.indexOf(path); at >= 0; at = text.indexOf(path, at + path.length)) {
    const end = at + path.length;
    if (/[\w.~-]/.test(text[at - 1] ?? " ") || /^(?:[\w-]|\.\w)/.test(text.slice(end, end + 2))) continue;
    found.push({ start: at, end, text: shown });
  }
  return found;
}

function asIs(path: string): string {
  return path;
}

function jsonEscaped(path: string): string {
  return JSON.stringify(path).slice(1, -1);
}
