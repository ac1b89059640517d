import { existsSync } from "node:fs";

/** How the shell of this system is started, given its command and asked for its folder. */
export interface ShellProgram {
  file: string;
  args: string[];
  /** What runs the command, and so what a sandbox goes around. Follows `args` when it is started. */
  runner: readonly string[];
  /** The descriptor that the command is handed over on: the shell does nothing before it got all of it. */
  gate: 0 | 3;
  /** What is written there. */
  handOver(command: string): string;
}

/**
 * Says by a NUL that it is there, reads the command up to a NUL, so that half of one is never run, then runs it in
 * this same shell. Children that use descriptors 3 to 9 for themselves must not meet ours, so the one for the folder
 * moves far up.
 */
const inner = [
  "printf '\\0' >&4",
  "IFS= read -r -d '' -u 3 || exit 125",
  "exec 3<&- 199>&4 4>&-",
  "trap '{ set +ex; builtin pwd -P >&199; } 2>/dev/null' EXIT",
  'eval "unset -v REPLY; $REPLY"',
].join("; ");

/**
 * What we give a child as a pipe is a socket, and a socket cannot be opened as /dev/stdout or /dev/stderr. So
 * the output goes through a true pipe and a relay. That one ends with the last writer and not before: it does
 * not carry the mark and ignores what ends the others, so that nothing they printed is lost.
 * Both outputs are one stream, so what is printed keeps its order.
 */
const outer = [
  `exec > >(trap '' TERM INT HUP; unset SKILLMINT_CALL; exec "$0" 3<&- 4>&- 5<&-) 2>&1`,
  'exec "$@"',
].join("; ");

export function shellProgram(): ShellProgram {
  if (process.platform === "win32") {
    return {
      file: "powershell.exe",
      args: ["-NoProfile", "-NonInteractive", "-Command", "-"],
      runner: [],
      gate: 0,
      handOver: (command) => `& {\n${command}\n} 2>&1\n\nexit $LASTEXITCODE\n`,
    };
  }
  const file = programAt("bash");
  return {
    file,
    args: ["--noprofile", "--norc", "-c", outer, programAt("cat")],
    runner: [file, "--noprofile", "--norc", "-c", inner, "bash"],
    gate: 3,
    handOver: (command) => `${command}\0`,
  };
}

/** The system's own program before whatever a search path would find. */
function programAt(name: string): string {
  return [`/bin/${name}`, `/usr/bin/${name}`].find((file) => existsSync(file)) ?? name;
}

/** Variables by which a shell would run something before our command, or in another way than written. */
export const shellSwitches = ["BASH_ENV", "ENV", "SHELLOPTS", "BASHOPTS"];
