import type { ProgramFamily } from "./program-family.ts";
import { judgeProgram, type Judgement, type ReadOnlyProgram } from "./program.ts";
import { giveReason } from "./reason.ts";
import type { ShellWord } from "./shell-word.ts";

/** A program whose first word says what it does; `""` is the program without one. */
export function judgeSubcommands(
  table: Readonly<Record<string, ReadOnlyProgram>>,
): (words: readonly ShellWord[]) => Judgement {
  return (words) => {
    const [first, second] = words;
    const name = first?.kind === "literal" && !first.value.startsWith("-") ? first.value : "";
    const pair = second?.kind === "literal" && name !== "" ? `${name} ${second.value}` : undefined;
    if (pair !== undefined && Object.hasOwn(table, pair))
      return judgeProgram(table[pair] ?? {}, words.slice(2));
    if (Object.hasOwn(table, name)) return judgeProgram(table[name] ?? {}, words.slice(name === "" ? 0 : 1));
    return { reason: giveReason("argument", first?.value ?? ""), reads: [], planSafe: false };
  };
}

const text = (flags = ""): ReadOnlyProgram => ({ flags, operands: "text", planSafe: false });
const nothing = (flags = ""): ReadOnlyProgram => ({ flags, operands: "none", planSafe: false });
const version: ReadOnlyProgram = {
  ...nothing("-v --version"),
  examine: ({ flags }) => (flags.size === 1 ? undefined : giveReason("argument", "--version")),
};

const npmList = text(
  "-a -g -l -p --all --global --long --parseable --json --depth= --prod --dev --omit= --include= --link -w= --workspace= --workspaces --package-lock-only",
);
const npm = {
  "": version,
  ls: npmList,
  list: npmList,
  la: npmList,
  ll: npmList,
  explain: text("--json"),
  why: text("--json"),
  "config get": text(),
  "pkg get": text(),
  root: nothing("-g --global"),
  prefix: nothing("-g --global"),
  run: nothing("--json"),
};

const pip = {
  "": { ...version, flags: "-V --version" },
  list: nothing("--format= --local --user --not-required --editable -e -l"),
  show: text("-f --files -v --verbose"),
  freeze: nothing("--local --user --all -l"),
};

const docker = {
  "": version,
  version: nothing("-f= --format="),
  ps: nothing("-a -n= -l -q -s -f= --all --last= --latest --no-trunc --quiet --size --filter= --format="),
  images: text("-a -q -f= --all --digests --no-trunc --quiet --filter= --format="),
  "container ls": nothing("-a -q -f= --all --no-trunc --quiet --filter= --format="),
  "image ls": text("-a -q -f= --all --digests --no-trunc --quiet --filter= --format="),
  "volume ls": nothing("-q -f= --quiet --filter= --format="),
  "network ls": nothing("-q -f= --no-trunc --quiet --filter= --format="),
};

/**
 * Package managers and the like, as far as they neither use the network nor run what a project names. Left out
 * for that: yarn (`yarnPath`), pnpm and corepack (`packageManager`), cargo and rustc (`rust-toolchain.toml`,
 * `rustc-wrapper`), go (`toolchain`), gradle and maven wrappers.
 */
export const packagePrograms: ProgramFamily = {
  npm: { judge: judgeSubcommands(npm) },
  pip: { judge: judgeSubcommands(pip) },
  pip3: { judge: judgeSubcommands(pip) },
  docker: { judge: judgeSubcommands(docker) },
  brew: { judge: judgeSubcommands({ list: text("-1 --versions --formula --cask") }) },
  java: { ...version, flags: "--version" },
  dpkg: { flags: "-l -L -s -S --list --listfiles --status --search", operands: "text", planSafe: false },
};
