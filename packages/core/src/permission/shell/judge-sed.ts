import { judgeProgram, type Judgement, type ReadOnlyProgram } from "./program.ts";
import { giveReason, type Reason } from "./reason.ts";
import type { ShellWord } from "./shell-word.ts";

// A part of a script between two delimiters. Brackets must close in it, without anything that programs read
// differently, so that every sed agrees on where the part ends.
const bracket = String.raw`\[\^?(?:\[:[a-z]+:\]|[^\][\\\n/|#,])+\]`;
const pattern = (delimiter: string): string => String.raw`(?:\\[^\n]|${bracket}|[^\\\n[${delimiter}])*`;
const replacement = (delimiter: string): string => String.raw`(?:\\[^\n]|[^\\\n${delimiter}])*`;
const address = String.raw`(?:\d+(?:~\d+)?|\$|/${pattern("/")}/I?)`;
const range = String.raw`(?:${address}(?:\s*,\s*(?:[+~]?\d+|${address}))?\s*!?\s*)?`;
const substitute = ["/", "|", "#", ","]
  .map((mark) => ["s", pattern(mark), replacement(mark), String.raw`[gpiI\d]*`].join(`\\${mark}`))
  .join("|");
const command = String.raw`${range}(?:[pdPDgGhHxnN=l]|[qQ]\d*|${substitute})`;
const script = new RegExp(String.raw`^\s*${command}(?:\s*[;\n]\s*${command})*\s*;?\s*$`);

const scriptFlags = ["-e", "--expression"];
const maxScript = 500;

function checkScript(text: string): Reason | undefined {
  return text.length <= maxScript && script.test(text) ? undefined : giveReason("argument", text);
}

const sed: ReadOnlyProgram = {
  flags: "-n -E -r -u -z -e= --quiet --silent --expression= --regexp-extended --null-data --unbuffered",
  operands: "pattern",
  patternFlags: scriptFlags,
  examine: ({ flags, operands }) => {
    const given = scriptFlags.flatMap((flag) => flags.get(flag) ?? []);
    if (given.length === 0 && operands[0]?.kind !== "literal")
      return giveReason("argument", operands[0]?.value ?? "sed");
    const texts = given.length > 0 ? given : [operands[0]?.value ?? ""];
    return texts.map(checkScript).find((reason) => reason !== undefined);
  },
};

/** Scripts that only print, delete and substitute: none that read, write or run (`r`, `w`, `e`). */
export function judgeSed(words: readonly ShellWord[]): Judgement {
  return judgeProgram(sed, words);
}
