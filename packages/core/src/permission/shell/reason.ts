import type { Translate } from "../../protocol/index.ts";

/** Why a command could not be proven to change nothing. Each has a text `permission.shell.<code>`. */
export const reasonCodes = [
  "too-long",
  "too-deep",
  "unparsable",
  "carriage-return",
  "hidden-characters",
  "syntax",
  "definition",
  "loop-variable",
  "assignment",
  "open-word",
  "shell",
  "wrapper",
  "writes",
  "device",
  "folder",
  "program",
  "program-path",
  "flag",
  "argument",
  "shadowed",
  "git-config",
  "too-many-files",
] as const;
export type ReasonCode = (typeof reasonCodes)[number];

/** A code, with what it is about after a colon: `flag:--output`. */
export type Reason = ReasonCode | `${ReasonCode}:${string}`;

export function giveReason(code: ReasonCode, detail: string): Reason {
  return `${code}:${detail.length > 80 ? `${detail.slice(0, 80)}…` : detail}`;
}

/** The reason of an analysis as a sentence. */
export function wordReason(reason: string, t: Translate): string {
  const [code, detail] = splitOnce(reason);
  const key = reasonCodes.find((known) => known === code) ?? "unparsable";
  return t(`permission.shell.${key}`, { detail });
}

function splitOnce(text: string): [string, string] {
  const at = text.indexOf(":");
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}
