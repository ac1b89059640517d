import type { Assignment, Command } from "unbash";
import { readWord, type ShellWord } from "./shell-word.ts";

const harmlessNames = /^(?:LC_\w+|LANG|LANGUAGE|NO_COLOR|FORCE_COLOR|CLICOLOR|CI|TZ|COLUMNS|LINES)$/;

export function wordsOf(node: Command): ShellWord[] {
  const given = node.args.map((argument): ShellWord =>
    argument.type === "Word"
      ? readWord(argument)
      : { kind: "open", value: argument.text, home: false, guess: argument.text },
  );
  return node.name ? [readWord(node.name), ...given] : given;
}

/** Only for the one command it stands before, and of no meaning to what the command does. */
export function isHarmless(assignment: Assignment, node: Command): boolean {
  const { name, value, append, index } = assignment;
  if (node.name === undefined || append || index || value.type !== "Word" || !harmlessNames.test(name))
    return false;
  const word = readWord(value);
  return word.kind === "literal" && /^[\w.:@+-]*$/.test(word.value);
}
