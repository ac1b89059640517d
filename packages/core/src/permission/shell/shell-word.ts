import type { Word, WordPart } from "unbash";

/**
 * What can be said about a word before it runs:
 * `literal` it is exactly `value`; `glob` names of files that match `value`, a pattern; `inert` anything, but
 * working it out does nothing that is not listed as a part of its own; `open` nothing.
 */
export interface ShellWord {
  kind: "literal" | "glob" | "inert" | "open";
  /** Without quotes. For `inert` and `open` as it stands. */
  value: string;
  /** Starts with an unquoted `~/`, or is `~`: the home folder. */
  home: boolean;
  /** One word for certain, and no flag. */
  steady?: boolean;
  /** The parser's own reading: for refusing only, never for allowing. */
  guess: string;
}

export function literalWord(value: string): ShellWord {
  return { kind: "literal", value, home: false, guess: value };
}

const special = /[$`*?<>()|&;"'\n]/;
const unusual = /[^\P{C}\n\t]|[\u2028\u2029]/u;
const globCharacter = /[*?[\]\\]/g;

/** Control, direction and other characters that do not show: what is read would not be what runs. */
export function hasHidden(text: string): boolean {
  return unusual.test(text);
}

function isExpandable(text: string): boolean {
  return /\{[^{}]*(?:,|\.\.)[^{}]*\}/.test(text) || /[=:]~/.test(text);
}

interface Piece {
  kind: ShellWord["kind"];
  value: string;
  pattern: string;
}

const open: Piece = { kind: "open", value: "", pattern: "" };

function literal(value: string): Piece {
  return { kind: "literal", value, pattern: value.replaceAll(globCharacter, "\\$&") };
}

function readPart(part: WordPart): Piece {
  switch (part.type) {
    case "Literal":
      return isExpandable(part.text) || part.text.includes("\\\n") ? open : literal(part.value);
    case "SingleQuoted":
      return literal(part.value);
    case "DoubleQuoted": {
      if (part.text.includes("\\\n")) return open;
      return joinPieces(
        part.parts.map((child) => (child.type === "Literal" ? literal(child.value) : readPart(child))),
      );
    }
    case "Glob": {
      const isPlain = (part.parts ?? []).every((child) => child.type === "Literal");
      return isPlain ? { kind: "glob", value: part.text, pattern: part.text } : open;
    }
    case "SimpleExpansion":
      return part.text === "$?" || part.text === "$#"
        ? { kind: "inert", value: part.text, pattern: "" }
        : open;
    case "CommandExpansion":
      // `${ …; }` runs in the shell itself where it is known at all.
      return part.script === undefined || part.text.startsWith("${")
        ? open
        : { kind: "inert", value: part.text, pattern: "" };
    default:
      return open;
  }
}

const strength = ["literal", "glob", "inert", "open"] as const;

function joinPieces(pieces: readonly Piece[]): Piece {
  const rank = Math.max(0, ...pieces.map((piece) => strength.indexOf(piece.kind)));
  return {
    kind: strength[rank] ?? "open",
    value: pieces.map((piece) => piece.value).join(""),
    pattern: pieces.map((piece) => piece.pattern).join(""),
  };
}

export function readWord(word: Word): ShellWord {
  const { text, parts } = word;
  const asOpen: ShellWord = { kind: "open", value: text, home: false, guess: word.value };
  if (hasHidden(text) || text.startsWith("="))
    return text === "=" || text === "==" ? { ...asOpen, kind: "literal" } : asOpen;
  const home = text === "~" || text.startsWith("~/");
  if (text.startsWith("~") && !home) return asOpen;
  if (parts === undefined) {
    const bare = text.replaceAll(/\\[^\n]/g, "");
    if (bare.includes("\\") || special.test(bare) || isExpandable(bare)) return asOpen;
    return { kind: "literal", value: word.value, home, guess: word.value };
  }
  const whole = joinPieces(parts.map(readPart));
  if (whole.kind === "open" || whole.kind === "inert")
    return { ...asOpen, kind: whole.kind, steady: parts.length === 1 && /^"[^-$`"\\]/.test(text) };
  // The parser's own reading must agree, or one of the two is wrong about this word.
  if (whole.kind === "literal" && whole.value !== word.value) return asOpen;
  return {
    kind: whole.kind,
    value: whole.kind === "glob" ? whole.pattern : whole.value,
    home,
    guess: word.value,
  };
}

/** A word as rules compare it: quoted where leaving the quotes away would make it several words or others. */
export function spellWord(word: ShellWord): string {
  if (word.kind !== "literal") return word.value;
  return word.value === "" || /[\s'"\\|&;<>()$`]/.test(word.value)
    ? `'${word.value.replaceAll("'", "'\\''")}'`
    : word.value;
}
