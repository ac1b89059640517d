import type { CommandPart } from "./request.ts";
import type { Pattern } from "./pattern.ts";

/** Flags that make a program run or write something other than what its name promises. */
const escaping: Readonly<Record<string, RegExp>> = {
  git: /^(?:-c.*|--config-env.*|--exec-path.*|--git-dir.*|--work-tree.*|--namespace.*|--output.*|--upload-pack.*|--receive-pack.*|--exec=.*|-O.*|--open-files-in-pager.*|--ext-diff|--textconv|--paginate|ext::.*)$/,
  find: /^-(?:exec|execdir|ok|okdir|delete|fprint|fprint0|fprintf|fls)$/,
  fd: /^(?:-x|-X|--exec|--exec-batch)/,
  rg: /^--(?:pre|hostname-bin)/,
  sort: /^(?:-[a-zA-Z]*o|--output|--compress-program|--files0-from)/,
  sed: /^(?:-[a-zA-Z]*i|--in-place|-f|--file)/,
  tar: /^(?:--to-command|--checkpoint-action|--use-compress-program|--rsh-command|-[a-zA-Z]*[IF])/,
  curl: /^(?:-[a-zA-Z]*[oOKTF]|--output|--remote-name|--config|--upload-file|--form|@|-d@|--data[\w-]*=@)/,
  man: /^(?:-[a-zA-Z]*[PHC]|--pager|--html|--config-file)/,
  make: /^(?:-[a-zA-Z]*[fC]|--file|--makefile|--directory|--eval|SHELL=)/,
  npm: /^(?:-C|--prefix|--script-shell|--node-options|--globalconfig|--userconfig)/,
  ssh: /^-[a-zA-Z]*[oF]/,
  env: /^-[a-zA-Z]*S/,
};

/**
 * Whether a command that a wide rule matches does what nobody thinks of who writes that rule: `Bash(git:*)` does
 * not mean `git -c core.pager=…`. A rule that names the flag itself does.
 */
export function escapesPrefix(pattern: Pattern, layer: string, part: CommandPart): boolean {
  if (pattern.kind === "exact") return false;
  const named =
    pattern.kind === "prefix"
      ? pattern.text
      : pattern.signs.map((sign) => ("is" in sign ? sign.is : " ")).join("");
  const [program = "", ...words] = layer.split(" ");
  const name = program.slice(program.lastIndexOf("/") + 1);
  const flags = Object.hasOwn(escaping, name) ? escaping[name] : undefined;
  if (!flags) return false;
  if (part.loose) return true;
  return words.some((word) => flags.test(word.replace(/^'/, "")) && !named.split(" ").includes(word));
}
