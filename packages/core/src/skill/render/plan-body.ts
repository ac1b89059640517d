import { findCommands } from "./find-commands.ts";
import {
  appendedArguments,
  findFillings,
  putFillings,
  type Filling,
  type PlaceholderValues,
} from "./placeholders.ts";
import { maskFillings, quoteFilling } from "./quote-argument.ts";

/** A part of what the model will read: text, or a command whose output takes its place. */
export type Segment = { text: string } | CommandSegment;

export interface CommandSegment {
  command: string;
  kind: "inline" | "block";
  /** The text of an argument could become part of the command here: it must not be run. */
  isUnsafe?: true;
}

export interface BodyPlan {
  segments: Segment[];
}

export function isCommand(segment: Segment): segment is CommandSegment {
  return "command" in segment;
}

/**
 * Fills a skill's text and finds the commands in it. Commands are those of the file as it was written: neither an
 * argument nor an output can add one. Arguments inside a command are quoted for a POSIX shell.
 */
export function planBody(body: string, values: PlaceholderValues): BodyPlan {
  let hasArguments = false;
  const find = (text: string): Filling[] => {
    const fillings = findFillings(text, values);
    hasArguments ||= fillings.some(({ isArgument }) => isArgument);
    return fillings;
  };
  const segments = findCommands(body).map((piece): Segment => {
    if ("text" in piece) return { text: putFillings(piece.text, find(piece.text)) };
    return fillCommand(piece, find(piece.command));
  });
  const added = hasArguments ? "" : appendedArguments(values);
  return { segments: added === "" ? segments : [...segments, { text: added }] };
}

function fillCommand(piece: CommandSegment, fillings: readonly Filling[]): CommandSegment {
  const masked = maskFillings(piece.command, fillings);
  const quoted = fillings.map((filling) => quoteFilling(masked, filling));
  const command = putFillings(
    piece.command,
    fillings.map((filling, index) => ({ ...filling, value: quoted[index] ?? "" })),
  );
  return { ...piece, command, ...(quoted.includes(undefined) && { isUnsafe: true as const }) };
}

/** The text with the outputs of its commands, in their order, in place. Outputs are not read again. */
export function joinBody(segments: readonly Segment[], outputs: readonly string[]): string {
  let next = 0;
  return segments
    .map((segment) => (isCommand(segment) ? (outputs[next++] ?? "").replace(/[\r\n]+$/, "") : segment.text))
    .join("");
}
