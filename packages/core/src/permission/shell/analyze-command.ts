import { parse, type ParsedScript } from "unbash";
import type { CommandPart } from "../request.ts";
import { CommandWalk } from "./command-walk.ts";
import type { DeepPath } from "./judge-command.ts";
import { giveReason, type Reason } from "./reason.ts";
import { hasHidden } from "./shell-word.ts";
import { TooDeep } from "./too-deep.ts";

export interface CommandAnalysis {
  /** Every simple command, wherever it stands; null: the command could not be taken apart. */
  parts: CommandPart[] | null;
  /** Paths it reads, as far as its words tell: absolute, or from `~/`. `..` and links are not resolved. */
  reads: string[];
  /** Patterns of files it reads, as the shell matches them; the files they match are to be added to `reads`. */
  globs: string[];
  /** Folders, or patterns of them, whose files it shows wherever they lie below. */
  deep: DeepPath[];
  /** Paths it writes, likewise. */
  writes: string[];
  /** Why `parts` is null: a code for `wordReason`. */
  reason?: Reason;
}

const maxChars = 20_000;

/**
 * Takes a bash command apart and says of each part whether it provably changes nothing. Pure; what cannot be
 * proven is not read-only.
 */
export function analyzeCommand(command: string, folder: string): CommandAnalysis {
  const give = (reason: Reason): CommandAnalysis => ({
    parts: null,
    reads: [],
    globs: [],
    deep: [],
    writes: [],
    reason,
  });
  if (command.length > maxChars) return give("too-long");
  if (command.includes("\r")) return give("carriage-return");
  if (hasHidden(command)) return give("hidden-characters");
  let script: ParsedScript;
  try {
    script = parse(command);
    const walk = new CommandWalk(command);
    walk.walkScript(script, [folder]);
    if (walk.error !== undefined) return give(giveReason("unparsable", walk.error));
    return {
      parts: walk.parts,
      reads: [...new Set(walk.reads)],
      globs: [...new Set(walk.globs)],
      deep: walk.deep,
      writes: [...new Set(walk.writes)],
    };
  } catch (error) {
    if (error instanceof TooDeep || error instanceof RangeError) return give("too-deep");
    return give(giveReason("unparsable", error instanceof Error ? error.message : String(error)));
  }
}
