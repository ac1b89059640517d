import { judgeTest } from "./judge-test.ts";
import type { ProgramFamily } from "./program-family.ts";
import type { Arguments, Judgement } from "./program.ts";
import { giveReason, type Reason } from "./reason.ts";
import type { ShellWord } from "./shell-word.ts";

const text = { operands: "text", harmless: true } as const;
const versionOnly = (...flags: string[]) => ({
  operands: "none" as const,
  flags: flags.join(" "),
  examine: ({ flags: given }: Arguments): Reason | undefined =>
    given.size === 1 ? undefined : giveReason("argument", "--version"),
});

/** `echo` writes whatever it is given, so its words need not be known. */
function judgeEcho(words: readonly ShellWord[]): Judgement {
  const open = words.find((word) => word.kind === "open");
  const reads = words.filter((word) => word.kind === "glob");
  return { ...(open ? { reason: giveReason("open-word", open.value) } : {}), reads, planSafe: true };
}

/** `[` must be closed. */
function judgeBracket(words: readonly ShellWord[]): Judgement {
  return words.at(-1)?.value === "]"
    ? judgeTest(words.slice(0, -1))
    : { reason: giveReason("argument", "["), reads: [], planSafe: true };
}

function onlyMatching(pattern: RegExp): (given: Arguments) => Reason | undefined {
  return ({ operands }) => {
    const other = operands.find((word) => word.kind !== "literal" || !pattern.test(word.value));
    return other && giveReason("argument", other.value);
  };
}

/** The shell's own harmless words, and questions about the system. */
export const systemPrograms: ProgramFamily = {
  ":": text,
  true: text,
  false: text,
  echo: { judge: judgeEcho },
  // With `-v` it sets a variable, and works out what stands in a subscript.
  printf: {
    operands: "text",
    harmless: true,
    examine: ({ operands }) =>
      operands[0]?.kind === "literal" ? undefined : giveReason("argument", "printf"),
  },
  test: { judge: judgeTest },
  "[": { judge: judgeBracket },
  exit: { operands: "text", most: 1, examine: onlyMatching(/^\d+$/) },
  pwd: { flags: "-L -P", operands: "none" },
  sleep: { operands: "text", examine: onlyMatching(/^\d+(?:\.\d+)?[smhd]?$/) },
  seq: {
    flags: "-w -s= -f= --equal-width --separator= --format=",
    operands: "text",
    examine: onlyMatching(/^[\d.-]+$/),
  },
  date: {
    flags: "-d= -u -R -I? -r= --date= --utc --universal --rfc-3339= --rfc-email --iso-8601? --reference=",
    operands: "text",
    most: 1,
    examine: onlyMatching(/^\+/),
  },
  which: { flags: "-a -s --all", operands: "text", harmless: true },
  whereis: { flags: "-b -m -s", operands: "text" },
  type: { flags: "-a -f -p -P -t", operands: "text", harmless: true },
  whoami: { operands: "none" },
  id: { flags: "-a -g -G -n -r -u -z -Z --group --groups --name --real --user", operands: "text" },
  groups: { operands: "text" },
  uname: {
    flags:
      "-a -i -m -n -o -p -r -s -v --all --machine --kernel-name --kernel-release --kernel-version --nodename --operating-system --processor",
    operands: "none",
  },
  hostname: { flags: "-f -i -I -s -d --fqdn --short --domain", operands: "none" },
  arch: { operands: "none" },
  nproc: { flags: "--all --ignore=", operands: "none" },
  uptime: { flags: "-p -s --pretty --since", operands: "none" },
  free: {
    flags: "-b -k -m -g -h -t -w --human --bytes --kibi --mebi --gibi --total --wide",
    operands: "none",
  },
  lscpu: { flags: "-e? -p? -J --json", operands: "none" },
  locale: { flags: "-a -m --all-locales --charmaps", operands: "none" },
  tty: { flags: "-s", operands: "none" },
  env: { operands: "none" },
  printenv: { flags: "-0 --null", operands: "text" },
  ps: {
    flags:
      "-a -A -d -e -f -F -j -l -L -T -w -x -u= -p= -o= -O= -C= -g= -t= -U= -G= -H -M --pid= --ppid= --user= --sort= --forest --no-headers --format=",
    operands: "text",
    // A letter `e` without a dash shows the environment of processes.
    examine: onlyMatching(/^[afjluvwxT]+$/),
  },
  pgrep: {
    flags: "-a -c -f -i -l -n -o -u= -x -P= --full --list-name --list-full --count",
    operands: "text",
    most: 1,
  },
  node: versionOnly("-v", "--version"),
  python: versionOnly("-V", "--version"),
  python3: versionOnly("-V", "--version"),
  ruby: versionOnly("--version"),
  php: versionOnly("-v", "--version"),
  perl: versionOnly("-v", "--version"),
  gcc: versionOnly("--version"),
  "g++": versionOnly("--version"),
  clang: versionOnly("--version"),
  make: versionOnly("--version"),
  cmake: versionOnly("--version"),
  deno: versionOnly("--version", "-V"),
  bun: versionOnly("--version", "-v"),
  tar: versionOnly("--version"),
  curl: versionOnly("--version", "-V"),
  sqlite3: versionOnly("--version"),
  psql: versionOnly("--version", "-V"),
};
