/** What every Unix shell brings: its own commands, and programs that are there wherever a shell is. */
const alwaysThere = new Set(
  (
    ". : alias bg bind break builtin caller cd command compgen complete continue declare dirs disown echo enable eval exec exit export " +
    "false fc fg getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd read readarray readonly return " +
    "set shift shopt source suspend test times trap true type typeset ulimit umask unalias unset wait [ [[ " +
    "awk basename base64 bc cal cat chgrp chmod chown cksum clear cmp comm cp csplit cut date dd df diff dirname du env expand expr " +
    "factor find fmt fold grep egrep fgrep groups head hostname id install join less link ln logname ls md5sum mkdir mkfifo mknod " +
    "mktemp more mv nice nl nohup nproc numfmt od open paste patch pathchk ping pr printenv ps pwd readlink realpath rm rmdir sed seq " +
    "sha1sum sha256sum shred shuf sleep sort split stat stdbuf stty sum sync tac tail tar tee timeout top touch tput tr truncate tsort " +
    "tty uname unexpand uniq unlink uptime users vi wc which who whoami xargs yes man su sudo xdg-open explorer start cls dir " +
    // Blocks that are marked as shell and hold another language.
    "import const let var function class return console.log print await from def"
  ).split(" "),
);

const programName = /^[a-z][a-z0-9]*(?:[._+-][a-z0-9]+){0,6}$/;

/** Whether a word can be the name of a program that may be missing. */
export function isProgramName(word: string): boolean {
  return word.length > 1 && word.length <= 40 && programName.test(word) && !alwaysThere.has(word);
}

interface Language {
  /** What the word is in scripts and commands. */
  commands: readonly string[];
  extensions: readonly string[];
}

/** The languages scripts are written in, by the program that runs them. */
const languages: Readonly<Record<string, Language>> = {
  python3: { commands: ["python3", "python", "py"], extensions: ["py"] },
  node: { commands: ["node", "nodejs"], extensions: ["js", "mjs", "cjs"] },
  bash: { commands: ["bash", "sh", "zsh", "dash"], extensions: ["sh", "bash"] },
  pwsh: { commands: ["pwsh", "powershell"], extensions: ["ps1"] },
  php: { commands: ["php"], extensions: ["php"] },
  deno: { commands: ["deno"], extensions: [] },
  bun: { commands: ["bun"], extensions: [] },
  ruby: { commands: ["ruby"], extensions: ["rb"] },
  perl: { commands: ["perl"], extensions: ["pl"] },
};

/** `python` → `python3`; nothing for a program that is no language. */
export function languageOfCommand(command: string): string | undefined {
  const plain = command.toLowerCase().replace(/^(python3?|node|php|ruby|perl)[\d.]+$/, "$1");
  return Object.keys(languages).find((name) => languages[name]?.commands.includes(plain));
}

/** What runs a script, by the ending of its name. TypeScript has no one runner, so it has none here. */
export function languageOfPath(path: string): string | undefined {
  const ending = /\.([a-z0-9]{1,6})$/i.exec(path)?.[1]?.toLowerCase();
  if (ending === undefined) return undefined;
  return Object.keys(languages).find((name) => languages[name]?.extensions.includes(ending));
}

/** The programs of which one is enough to run a language. */
export function commandsOfLanguage(name: string): readonly string[] {
  return Object.hasOwn(languages, name) ? (languages[name]?.commands ?? [name]) : [name];
}

/** What runs a script, by its first line. */
export function languageOfShebang(text: string): string | undefined {
  const line = /^#![ \t]*([^\r\n]{1,200})/.exec(text)?.[1];
  if (line === undefined) return undefined;
  const words = line.trim().split(/[ \t]+/);
  const program = words[0]?.split("/").at(-1);
  const command = program === "env" ? words.slice(1).find((word) => !/^-|=/.test(word)) : program;
  if (command === undefined) return undefined;
  return languageOfCommand(command) ?? (isProgramName(command) ? command : undefined);
}
