import { hasSuspect } from "./suspect.ts";

/** What a reader of a file cannot see, or sees otherwise than it is. */
export type HiddenKind = "hidden-characters" | "bidi" | "control-characters";

export interface HiddenFinding {
  kind: HiddenKind;
  /** Code points as `U+200B`, each once, at most eight. */
  points: string[];
  /** Line of the first one, from 1, counted from the start of the text. */
  line: number;
}

/** Without U+200C and U+200D, which join letters of many scripts and the parts of emoji. */
const invisible =
  /[\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B\u2060-\u2065\u206A-\u206F\u3164\uFEFF\uFFA0\u{E0000}-\u{E007F}]|\u034F|[\u180B-\u180D]/gu;
/** Joiners beside ASCII letters join nothing: they only break a word that is searched for. */
const joiner = /(?<=[\w-])[\u200C\u200D]|[\u200C\u200D](?=[\w-])/g;
const bidi = /[\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
const control = /[\0-\x08\x0B-\x1F\x7F-\x9F]/g;
/** Flags of England and the like: the one honest use of tag characters. */
const tagFlag = /\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{2,7}\u{E007F}/gu;
/** Sequences that a terminal obeys, as a whole: colours, titles, links. */
const terminal = /\x1B(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1B]*(?:\x07|\x1B\\)?|[@-Z\\^_])/g;

const toPoint = (char: string) =>
  `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

function collect(text: string, kind: HiddenKind, patterns: readonly RegExp[]): HiddenFinding[] {
  const points = new Set<string>();
  let first = text.length;
  for (const pattern of patterns)
    for (const match of text.matchAll(pattern)) {
      first = Math.min(first, match.index);
      if (points.size < 8) points.add(toPoint(match[0]));
    }
  if (points.size === 0) return [];
  return [{ kind, points: [...points], line: text.slice(0, first).split("\n").length }];
}

/** Characters of a text that show nothing or change the order of what is shown; usually none. */
export function findHidden(text: string): HiddenFinding[] {
  if (!hasSuspect(text)) return [];
  const flagless = text.replaceAll(tagFlag, (flag) => "x".repeat(flag.length));
  return [
    ...collect(flagless, "hidden-characters", [invisible, joiner]),
    ...collect(flagless, "bidi", [bidi]),
    ...collect(flagless, "control-characters", [control]),
  ];
}

/** A text without what a terminal would obey; lines and tabs stay. */
export function stripControls(text: string): string {
  return hasSuspect(text) ? text.replaceAll(terminal, "").replaceAll(control, "") : text;
}

/** A text with its hidden characters made visible, as `⟨U+202E⟩`: for reviews and for what a model is offered. */
export function showHidden(text: string): string {
  if (!hasSuspect(text)) return text;
  const show = (char: string) => `⟨${toPoint(char)}⟩`;
  return text
    .split(/(\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{2,7}\u{E007F})/u)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part
            .replaceAll(invisible, show)
            .replaceAll(joiner, show)
            .replaceAll(bidi, show)
            .replaceAll(control, show),
    )
    .join("");
}
