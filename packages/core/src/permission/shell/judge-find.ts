import type { Judgement } from "./program.ts";
import { giveReason } from "./reason.ts";
import type { ShellWord } from "./shell-word.ts";

const alone = new Set(
  "-a -and -o -or -not ! ( ) , -print -print0 -ls -prune -quit -true -false -empty -depth -d -mount -xdev -daystart -nouser -nogroup -readable -writable -executable -noleaf -P -E -x".split(
    " ",
  ),
);
const withValue = new Set(
  "-name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype -type -xtype -maxdepth -mindepth -size -mtime -atime -ctime -mmin -amin -cmin -newer -anewer -cnewer -newermt -newerat -newerct -user -group -uid -gid -perm -links -inum -samefile -lname -ilname -fstype -printf -used".split(
    " ",
  ),
);

/** An expression of known tests and `-print`: neither `-exec` and `-delete` nor what writes files, and no links followed. */
export function judgeFind(words: readonly ShellWord[]): Judgement {
  const reads: ShellWord[] = [];
  let inExpression = false;
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (word === undefined) break;
    const isTest = word.kind === "literal" && /^[-!(),]/.test(word.value);
    if (!isTest) {
      const isPath =
        !inExpression && (word.kind === "literal" || (word.kind === "glob" && !/^[*?[]/.test(word.value)));
      if (!isPath) return { reason: giveReason("argument", word.value), reads, planSafe: true };
      reads.push(word);
      continue;
    }
    if (word.value !== "-P" && word.value !== "-E" && word.value !== "-x") inExpression = true;
    if (withValue.has(word.value)) {
      const value = words[++i];
      if (value?.kind !== "literal")
        return { reason: giveReason("argument", value?.value ?? word.value), reads, planSafe: true };
    } else if (!alone.has(word.value)) {
      return { reason: giveReason("flag", word.value), reads, planSafe: true };
    }
  }
  return { reads, planSafe: true };
}
