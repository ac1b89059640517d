import { judgeSubcommands } from "./package-programs.ts";
import type { ProgramFamily } from "./program-family.ts";
import type { Arguments, Judgement, ReadOnlyProgram } from "./program.ts";
import { giveReason, type Reason } from "./reason.ts";
import type { ShellWord } from "./shell-word.ts";

const diffFlags =
  "-p -u -U= --patch -s --no-patch --raw --stat? --numstat --shortstat --dirstat? --summary --name-only --name-status --color? --no-color --color-words? --word-diff? --word-diff-regex= -w -b --ignore-all-space --ignore-space-change --ignore-blank-lines --ignore-space-at-eol --unified= --minimal --patience --histogram --diff-algorithm= --diff-filter= -M? -C? -R --find-renames? --find-copies? --no-renames --full-index --binary --abbrev? -S= -G= --pickaxe-regex --relative? --text -a --exit-code --quiet --check --no-ext-diff --no-textconv --submodule? --ignore-submodules? -z --function-context -W --inter-hunk-context= --cc -c -m --compact-summary --no-prefix --src-prefix= --dst-prefix= --line-prefix= --color-moved? --no-indent-heuristic --indent-heuristic -q";
const commitFlags =
  "-n= -# --max-count= --skip= --since= --after= --until= --before= --author= --committer= --grep= -i --regexp-ignore-case -E --extended-regexp -F --fixed-strings --all-match --invert-grep --merges --no-merges --min-parents= --max-parents= --first-parent --all --branches? --tags? --remotes? --glob= --exclude= --not --cherry --cherry-pick --cherry-mark --left-right --left-only --right-only --boundary --simplify-by-decoration --full-history --dense --sparse --ancestry-path --date-order --author-date-order --topo-order --reverse --follow --graph --oneline --pretty? --format= --abbrev-commit --no-abbrev-commit --decorate? --no-decorate --decorate-refs= --date= --relative-date --parents --children --walk-reflogs -g --reflog --no-notes --notes? --show-pulls --source --full-diff -L= --encoding= --log-size --no-mailmap --mailmap --use-mailmap";
const refFlags =
  "--sort= --format= --color? --no-color --column? --no-column --contains? --no-contains? --merged? --no-merged? --points-at? -i --ignore-case --count=";

/** Flags that make `branch` and `tag` list, whatever else they are given. */
const listing = ["--contains", "--no-contains", "--merged", "--no-merged", "--points-at"];

const paths = (flags: string): ReadOnlyProgram => ({ flags });

function needs(...flags: string[]): (given: Arguments) => Reason | undefined {
  return (given) =>
    given.operands[0] && !flags.some((flag) => given.flags.has(flag))
      ? giveReason("argument", given.operands[0].value)
      : undefined;
}

const configGet: ReadOnlyProgram = {
  flags:
    "--get --get-all --get-regexp --list -l --global --local --system --worktree --show-origin --show-scope --name-only -z --null --type= --bool --int --includes",
  operands: "text",
  most: 1,
  examine: ({ flags, operands }) => {
    const reads = ["--get", "--get-all", "--get-regexp", "--list", "-l"].some((flag) => flags.has(flag));
    return reads ? undefined : giveReason("argument", operands[0]?.value ?? "config");
  },
};
const listed: ReadOnlyProgram = {
  flags: "--global --local --system --show-origin --show-scope --name-only --all --regexp",
  operands: "text",
  most: 1,
};

/** What only looks. Operands count as paths: two paths outside a repository make `git diff` an ordinary diff. */
const subcommands: Readonly<Record<string, ReadOnlyProgram>> = {
  "": {
    flags: "--version",
    operands: "none",
    examine: ({ flags }) => (flags.size === 1 ? undefined : giveReason("argument", "git")),
  },
  version: { operands: "none" },
  status: paths(
    "-s -b -v -u? -z --short --branch --show-stash --porcelain? --long --verbose --untracked-files? --ignored? --ignore-submodules? --column? --no-column --ahead-behind --no-ahead-behind --renames --no-renames",
  ),
  log: paths(`${commitFlags} ${diffFlags}`),
  show: paths(`${commitFlags} ${diffFlags}`),
  whatchanged: paths(`${commitFlags} ${diffFlags}`),
  diff: paths(`${diffFlags} --cached --staged --merge-base --ours --theirs --base`),
  "diff-tree": paths(`${diffFlags} -r -t --root --no-commit-id --pretty? --stdin -v`),
  "diff-index": paths(`${diffFlags} --cached --merge-base`),
  "diff-files": paths(diffFlags),
  shortlog: paths(`${commitFlags} -s -n -e --summary --numbered --email --group= -c -w?`),
  blame: paths(
    "-b -c -C -e -f -l -L= -M -n -p -s -t -w --root --show-stats --porcelain --line-porcelain --incremental --show-name --show-number --show-email --date= --since= --abbrev= --reverse --ignore-rev= --color-lines --color-by-age --first-parent",
  ),
  grep: {
    flags:
      "-a -i -I -w -v -h -H -l -L -n -z -c -o -p -W -E -G -P -F -e= -A= -B= -C= -m= -# --and --or --not --text --ignore-case --word-regexp --invert-match --full-name --extended-regexp --basic-regexp --perl-regexp --fixed-strings --line-number --column --files-with-matches --name-only --files-without-match --only-matching --count --color? --no-color --break --heading --show-function --function-context --context= --after-context= --before-context= --max-count= --max-depth= --cached --untracked --threads= --all-match --quiet -q",
    operands: "pattern",
    patternFlags: ["-e"],
  },
  branch: {
    flags: `-a -r -v -l -q --all --remotes --list --show-current --verbose --abbrev= --no-abbrev ${refFlags}`,
    operands: "text",
    examine: needs("--list", ...listing),
  },
  tag: { flags: `-l -n? --list ${refFlags}`, operands: "text", examine: needs("-l", "--list", ...listing) },
  remote: { flags: "-v --verbose", operands: "none" },
  "remote get-url": { flags: "--all --push", operands: "text", most: 1 },
  "rev-parse": paths(
    "--abbrev-ref? --short? --verify -q --quiet --symbolic --symbolic-full-name --show-toplevel --show-prefix --show-cdup --git-dir --git-common-dir --absolute-git-dir --is-inside-work-tree --is-inside-git-dir --is-bare-repository --is-shallow-repository --show-superproject-working-tree --all --branches? --tags? --remotes? --path-format= --show-object-format? --revs-only --no-revs --flags --no-flags --not --sq --default=",
  ),
  "rev-list": paths(
    `${commitFlags} --count --objects --quiet --no-commit-header --header --timestamp --no-walk?`,
  ),
  "ls-files": paths(
    "-c -d -m -o -i -s -u -k -z -t -v -f -x= --cached --deleted --modified --others --ignored --stage --unmerged --killed --exclude= --exclude-standard --error-unmatch --full-name --abbrev? --eol --directory --no-empty-directory --deduplicate --recurse-submodules --format=",
  ),
  "ls-tree": paths(
    "-d -r -t -l -z --name-only --name-status --object-only --full-name --full-tree --long --abbrev? --format=",
  ),
  describe: paths(
    "--all --tags --always --contains --long --dirty? --broken? --abbrev= --match= --exclude= --exact-match --first-parent --candidates= --debug",
  ),
  "name-rev": paths("--tags --refs= --all --name-only --no-undefined --always --exclude="),
  "merge-base": paths("-a --all --is-ancestor --fork-point --octopus --independent"),
  "cat-file": paths("-t -s -e -p --allow-unknown-type"),
  "for-each-ref": { flags: refFlags, operands: "text" },
  "show-ref": {
    flags:
      "-d -s -q --head --heads --branches --tags --verify --hash? --dereference --abbrev? --quiet --exists",
    operands: "text",
  },
  "show-branch": {
    flags: "-a -r --all --remotes --list --current --topo-order --date-order --sha1-name --no-name --more=",
    operands: "text",
  },
  "count-objects": { flags: "-v -H --verbose --human-readable", operands: "none" },
  "check-ignore": paths("-q -v -n -z --quiet --verbose --non-matching --no-index"),
  "check-attr": paths("-a -z --all --cached"),
  "symbolic-ref": { flags: "-q --quiet --short", operands: "text", most: 1 },
  cherry: paths("-v --abbrev?"),
  "range-diff": paths("--no-color --color? --creation-factor= -s --no-patch"),
  config: configGet,
  "config get": listed,
  "config list": listed,
  "stash list": paths(`${commitFlags} ${diffFlags}`),
  "stash show": paths(`${diffFlags} --include-untracked --only-untracked`),
  reflog: { flags: `${commitFlags} ${diffFlags}`, operands: "none" },
  "reflog show": paths(`${commitFlags} ${diffFlags}`),
  "worktree list": { flags: "-v -z --porcelain --verbose --expire=", operands: "none" },
};

const judge = judgeSubcommands(subcommands);
const harmlessGlobals = new Set(["--no-pager", "-P", "--no-optional-locks", "--literal-pathspecs"]);

/** Global flags first: only those that neither configure nor point git elsewhere, and `-C` with its folder. */
function judgeGit(words: readonly ShellWord[]): Judgement {
  let rest = words;
  let folder: ShellWord | undefined;
  for (;;) {
    const first = rest[0];
    if (first?.kind !== "literal") break;
    if (harmlessGlobals.has(first.value)) rest = rest.slice(1);
    else if (first.value === "-C" && folder === undefined && rest[1]?.kind === "literal") {
      folder = rest[1];
      rest = rest.slice(2);
    } else break;
  }
  if (rest.length === 0) return { reason: giveReason("argument", "git"), reads: [], planSafe: true };
  const judgement = { ...judge(rest), planSafe: true };
  return folder ? { ...judgement, folder } : judgement;
}

export const gitPrograms: ProgramFamily = { git: { judge: judgeGit } };
