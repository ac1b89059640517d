import { lstat } from "node:fs/promises";
import path from "node:path";
import type { JudgeBelow, KeepingRule } from "../../permission/judge-below.ts";
import type { Translate } from "../../protocol/index.ts";

const shownNames = 5;
const keptNames = 10_000;

/** A program that cannot exist: its parent is a device. */
const noProgram = process.platform === "win32" ? "NUL\\none" : "/dev/null/none";

/** Keeps ripgrep out of what rules keep back. To stand behind other globs: the last one counts. */
export function treeArgs(judge: JudgeBelow | undefined): string[] {
  return (judge?.trees ?? []).map((glob) => `--iglob=!${glob}`);
}

/**
 * Keeps ripgrep from opening files that may hold secrets: it wants their text from a program that does not exist. So
 * it tells which ones it would have searched otherwise, by all of its options, and whatever the pattern is.
 */
export function secretArgs(judge: JudgeBelow | undefined): string[] {
  const secrets = judge?.secrets ?? [];
  if (secrets.length === 0) return [];
  const globs = secrets.map((glob) => `--pre-glob=${glob}`);
  return [`--pre=${noProgram}`, ...globs, "--messages", "--no-ignore-messages"];
}

const notRead = /: preprocessor command could not start: '"(?:[^"\\]|\\.)*" "((?:[^"\\]|\\.)*)"': /;
const aboutFile = /^rg: \.[/\\]|\(os error \d+\)$/;

export interface LeftOut {
  /** For `RipgrepRequest.onMessage`. */
  onMessage(line: string): boolean;
  /** Paths that may hold secrets and were not searched, relative to the folder. */
  list(): string[];
}

/** Reads from the messages of ripgrep what `secretArgs` kept it from. */
export function createLeftOut(): LeftOut {
  const found: string[] = [];
  return {
    onMessage(line) {
      const name = notRead.exec(line)?.[1];
      if (name !== undefined && found.length < keptNames) found.push(unescapeName(name));
      return name === undefined && !aboutFile.test(line);
    },
    list: () => found.toSorted(),
  };
}

const escapes: Record<string, string> = { n: "\n", r: "\r", t: "\t", "0": "\0" };

/** Undoes how Rust shows a text with its special characters, and what is not ASCII as bytes. */
function unescapeName(text: string): string {
  const pieces = text.matchAll(/\\u\{([0-9a-f]{1,5})\}|\\x([0-9A-Fa-f]{2})|\\(.)|[^\\]+/g);
  const bytes = Array.from(pieces, ([piece, point, byte, char]) => {
    if (byte !== undefined) return Buffer.from(byte, "hex");
    if (point !== undefined) return Buffer.from(String.fromCodePoint(Number.parseInt(point, 16)));
    return Buffer.from(char === undefined ? piece : (escapes[char] ?? char));
  });
  return Buffer.concat(bytes).toString("utf8");
}

function join(names: readonly string[], t: Translate): string {
  const shown = names.slice(0, shownNames).join(", ");
  const more = names.length - shownNames;
  return more > 0 ? t("builtin.left.more", { names: shown, more }) : shown;
}

/** What a rule without stars is about may well not be there; then there is nothing to say. */
async function areThere(folder: string, rules: readonly KeepingRule[]): Promise<KeepingRule[]> {
  const found = await Promise.allSettled(rules.map(({ only }) => lstat(path.join(folder, only ?? "."))));
  return rules.filter((_, i) => found[i]?.status === "fulfilled");
}

/**
 * Says what a result does not show. It depends on rules and files alone, never on what was looked for: or one could
 * find out by asking what they hold.
 */
export async function wordLeftOut(
  judge: JudgeBelow | undefined,
  folder: string,
  secrets: readonly string[],
  t: Translate,
): Promise<string[]> {
  const rules = await areThere(folder, judge?.rules ?? []);
  const texts = (refuses: boolean) => [
    ...new Set(rules.filter((rule) => rule.refuses === refuses).map((rule) => rule.text)),
  ];
  const [refusing, asking] = [texts(true), texts(false)];
  return [
    ...(refusing.length > 0 ? [t("builtin.left.refused", { rules: join(refusing, t) })] : []),
    ...(asking.length > 0 ? [t("builtin.left.asked", { rules: join(asking, t) })] : []),
    ...(secrets.length > 0 ? [t("builtin.left.secrets", { names: join(secrets, t) })] : []),
  ];
}
