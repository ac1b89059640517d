import { judgeProgram, type Judgement, type ReadOnlyProgram } from "./program.ts";
import { giveReason } from "./reason.ts";
import type { ShellWord } from "./shell-word.ts";

// Output into files and pipes, other programs, other input, other code.
const unsafe = /[|>@]|system|getline|close|ARG[VC]|PROCINFO|include|load|fflush/;

const awk: ReadOnlyProgram = {
  flags: "-F= -v= --field-separator= --assign=",
  operands: "pattern",
  examine: ({ operands }) => {
    const code = operands[0];
    if (code?.kind !== "literal" || unsafe.test(code.value))
      return giveReason("argument", code?.value ?? "awk");
    return undefined;
  },
};

/** Programs that only compute and print: anything that could leave the program is refused unseen. */
export function judgeAwk(words: readonly ShellWord[]): Judgement {
  return judgeProgram(awk, words);
}
