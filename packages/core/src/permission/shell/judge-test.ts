import type { TestExpression } from "unbash";
import type { Judgement } from "./program.ts";
import { giveReason, type Reason } from "./reason.ts";
import { readWord, type ShellWord } from "./shell-word.ts";

const fileTests = new Set("-a -b -c -d -e -f -g -h -k -p -r -s -u -w -x -L -N -O -G -S".split(" "));
const textTests = new Set(["-z", "-n", "-t"]);
const fileComparisons = new Set(["-nt", "-ot", "-ef"]);
const textComparisons = new Set(["=", "==", "!=", "<", ">"]);
const numberComparisons = new Set(["-eq", "-ne", "-lt", "-le", "-gt", "-ge"]);
const joints = new Set(["!", "-a", "-o", "(", ")"]);

/** `test` and `[`: operators that only look. `-v` is not one: it works out what stands in a subscript. */
export function judgeTest(words: readonly ShellWord[]): Judgement {
  const reads: ShellWord[] = [];
  const stop = (reason: Reason): Judgement => ({ reason, reads, planSafe: true });
  for (const [i, word] of words.entries()) {
    const { value } = word;
    if (/^"?\$[?#]"?$/.test(value) && word.kind === "inert") continue;
    // What a command prints might be an operator.
    if (word.kind !== "literal") return stop(giveReason("open-word", value));
    if (!/^[-!=<>()]/.test(value) || value === "-") continue;
    const next = words[i + 1];
    const isOperator =
      textTests.has(value) ||
      fileComparisons.has(value) ||
      textComparisons.has(value) ||
      numberComparisons.has(value);
    if (fileTests.has(value) && next?.kind === "literal") reads.push(next);
    else if (!isOperator && !joints.has(value) && !/^-\d+$/.test(value))
      return stop(giveReason("argument", value));
    if (fileComparisons.has(value))
      reads.push(...words.slice(Math.max(0, i - 1), i + 2).filter((near) => near !== word));
  }
  return { reads: reads.filter((word) => word.kind === "literal"), planSafe: true };
}

/** `[[ … ]]`, where a number's place is worked out as arithmetic, which can run commands: only plain numbers there. */
export function judgeTestCommand(expression: TestExpression): Judgement {
  switch (expression.type) {
    case "TestLogical":
      return expression.operands.map(judgeTestCommand).reduce(join);
    case "TestNot":
      return judgeTestCommand(expression.operand);
    case "TestGroup":
      return judgeTestCommand(expression.expression);
    case "TestUnary":
      return judgeUnary(expression.operator, readWord(expression.operand));
    case "TestBinary":
      return judgeBinary(expression.operator, readWord(expression.left), readWord(expression.right));
    default:
      return { reason: giveReason("syntax", "[["), reads: [], planSafe: true };
  }
}

function join(a: Judgement, b: Judgement): Judgement {
  const reason = a.reason ?? b.reason;
  return { ...(reason === undefined ? {} : { reason }), reads: [...a.reads, ...b.reads], planSafe: true };
}

function judgeUnary(operator: string, operand: ShellWord): Judgement {
  if (operand.kind === "open")
    return { reason: giveReason("open-word", operand.value), reads: [], planSafe: true };
  if (fileTests.has(operator) && operand.kind === "literal") return { reads: [operand], planSafe: true };
  if (textTests.has(operator) || operator === "") return { reads: [], planSafe: true };
  return { reason: giveReason("argument", operator), reads: [], planSafe: true };
}

function judgeBinary(operator: string, left: ShellWord, right: ShellWord): Judgement {
  const open = [left, right].find((word) => word.kind === "open");
  if (open) return { reason: giveReason("open-word", open.value), reads: [], planSafe: true };
  if (textComparisons.has(operator) || operator === "=~") return { reads: [], planSafe: true };
  const both = [left, right];
  if (fileComparisons.has(operator) && both.every((word) => word.kind === "literal"))
    return { reads: both, planSafe: true };
  const isNumber = (word: ShellWord): boolean => word.kind === "literal" && /^-?\d+$/.test(word.value);
  if (numberComparisons.has(operator) && both.every(isNumber)) return { reads: [], planSafe: true };
  return { reason: giveReason("argument", operator), reads: [], planSafe: true };
}
