import type { Redirection } from "unbash";
import { locate, type Folders } from "./folders.ts";
import { giveReason, type Reason } from "./reason.ts";
import { readWord, type ShellWord } from "./shell-word.ts";

export interface RedirectionEffect {
  reason?: Reason;
  blind: boolean;
  reads: string[];
  writes: string[];
}

const noFiles = new Set(["/dev/null", "/dev/stdout", "/dev/stderr", "/dev/stdin"]);

/** What the redirections of one command open. */
export function judgeRedirections(redirections: readonly Redirection[], folders: Folders): RedirectionEffect {
  const effect: RedirectionEffect = { blind: false, reads: [], writes: [] };
  for (const redirection of redirections) judgeOne(redirection, folders, effect);
  return effect;
}

function judgeOne(redirection: Redirection, folders: Folders, effect: RedirectionEffect): void {
  const object = (reason: Reason): void => {
    effect.reason ??= reason;
  };
  if (redirection.descriptor?.type === "FileDescriptorVariable")
    object(giveReason("assignment", redirection.descriptor.name));
  if (redirection.type === "HereDoc") {
    const isInert = (redirection.body.parts ?? []).every(
      (part) => part.type === "Literal" || part.type === "CommandExpansion",
    );
    if (redirection.closing === undefined || !isInert) object(giveReason("syntax", "<<"));
    return;
  }
  if (redirection.target === undefined) return object(giveReason("syntax", redirection.operator));
  const target = readWord(redirection.target);
  if (redirection.type === "HereString") {
    if (target.kind === "open") object(giveReason("open-word", target.value));
    return;
  }
  const { operator } = redirection;
  const isDuplication = (operator === ">&" || operator === "<&") && /^(?:\d+-?|-)$/.test(target.value);
  if (isDuplication || (target.kind === "literal" && noFiles.has(target.value))) return;
  const isRead = operator === "<";
  if (target.kind !== "literal" || operator === "<&") {
    effect.blind = !isRead;
    return object(giveReason("open-word", target.value));
  }
  if (/^\/+dev\//.test(target.value)) object(giveReason("device", target.value));
  const paths = placesOf(target, folders);
  if (isRead) effect.reads.push(...paths);
  else {
    effect.writes.push(...paths);
    if (paths.length === 0) effect.blind = true;
    object(giveReason("writes", target.value));
  }
}

/** The paths a literal word may name from these folders. */
export function placesOf(target: ShellWord, folders: Folders): string[] {
  if (target.home || target.value.startsWith("/")) return [target.value];
  return (folders ?? []).map((folder) => locate(folder, target.value));
}
