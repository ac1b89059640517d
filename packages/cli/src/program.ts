import { Command, Option } from "commander";
import type { CliContext, GlobalFlags } from "./cli-context.ts";
import type { RunFlags } from "./command/run-flags.ts";
import type { ServeFlags } from "./command/serve.ts";
import type { TrustFlags } from "./command/trust.ts";
import { addMcp } from "./program/add-mcp.ts";
import { addMemory } from "./program/add-memory.ts";
import { addSessions } from "./program/add-sessions.ts";
import { addSkills } from "./program/add-skills.ts";
import type { Run } from "./program/run.ts";

/** Makes the context from the global flags and runs a command with it. */
type Start = (flags: GlobalFlags, work: (context: CliContext) => Promise<number>) => Promise<void>;

const collect = (value: string, list: string[] = []): string[] => [...list, value];

type AddCommand = (program: Command, run: Run) => void;

/** The commands of the first level. */
const commands: Readonly<Record<string, AddCommand>> = {
  run: addRun,
  resume: addResume,
  skills: addSkills,
  sessions: addSessions,
  models: addModels,
  config: addConfig,
  trust: addTrust,
  env: addEnvironments,
  memory: addMemory,
  mcp: addMcp,
  serve: addServe,
  web: addWeb,
  doctor: addDoctor,
};

const portHelp = "default: $PORT, else 8765; 0: any free one";

const valueFlags = new Set(["--cwd", "--env", "--lang"]);

/** The command that a command line is about, if it is one of ours: the others need not be known then. */
export function commandOf(words: readonly string[]): string | undefined {
  let at = 0;
  while (words[at]?.startsWith("-")) at += valueFlags.has(words[at] ?? "") ? 2 : 1;
  const word = words[at] ?? "";
  return Object.hasOwn(commands, word) ? word : undefined;
}

/**
 * The command tree as data; what a command does is loaded when it is called. With `only` that command alone: a tree
 * of all of them takes longer to build than the rest of the start.
 */
export function createProgram(version: string, start: Start, only?: string): Command {
  const program = new Command("skillmint")
    .description("Run Agent Skills on any model. 在任意模型上运行 Agent Skills。")
    .version(version, "-V, --version")
    .option("--cwd <dir>", "work in this folder")
    .option("--json", "machine-readable output: one event or value per line")
    .option("--env <name>", "use this environment; `none`: no environment")
    .option("--lang <language>", "en or zh-CN")
    .option("--quiet", "no progress")
    .exitOverride()
    // What is wrong is told by whoever catches it, in the person's language.
    .configureOutput({ outputError: () => {} });
  const run: Run = (work) => start(program.opts<GlobalFlags>(), work);

  program.action(() =>
    run(async (context) => (await import("./command/welcome.ts")).welcomeCommand(context, program.args)),
  );

  const wanted = only === undefined ? undefined : commands[only];
  for (const add of wanted ? [wanted] : Object.values(commands)) add(program, run);
  // A word that is no command is told as such. Only here: commands take this over from what they are added to.
  return program.allowExcessArguments();
}

function addRun(program: Command, run: Run): void {
  program
    .command("run")
    .description("one prompt; `-` or none reads it from standard input")
    .argument("[prompt...]")
    .option("--skill <name>", "run as this skill; further ones are loaded beside it (repeatable)", collect)
    .option("--model <provider/model>", "the model to use")
    .option("--base-url <url>", "the address of the model's API")
    .option("--mode <mode>", "default, acceptEdits, plan, dontAsk or unrestricted")
    .option("--allow <rule>", 'allow without asking, e.g. Bash or "Bash(npm test)" (repeatable)', collect)
    .option("--deny <rule>", "refuse (repeatable)", collect)
    .option("--max-iterations <n>", "at most so many replies of the model")
    .option("--max-cost <usd>", "at most so many US dollars")
    .option("--max-tokens <n>", "at most so many tokens")
    .option("--max-time <seconds>", "at most so long")
    .option("--no-sandbox", "run shell commands without the sandbox")
    .option("--session <id>", "send the prompt to this session")
    .addOption(new Option("--continue", "send it to the newest session of this folder").conflicts("session"))
    .option("--attach <file>", "send a file along (repeatable)", collect)
    .option("--add-dir <dir>", "one more folder it may work in (repeatable)", collect)
    .option("--record <file>", "record the whole run to a cassette")
    .addOption(
      new Option("--replay <file>", "play a recorded run, without a key or a network").conflicts("record"),
    )
    .option("--match <how>", "with --replay: strict, or calls where the words of prompts may differ")
    .option("--no-tools", "plain chat, no tools")
    .action((words: string[], flags: RunFlags) =>
      run(async (context) => (await import("./command/run.ts")).runCommand(context, words, flags)),
    );
}

function addResume(program: Command, run: Run): void {
  program
    .command("resume")
    .description("answer what a session waits for, or continue it")
    .argument("<session>")
    .argument(
      "[answer...]",
      'once, session, workspace, always, skill, no, "no: reason", or the answer to a question',
    )
    .option("--ask <id>", "answer this ask instead of the oldest")
    .action((session: string, words: string[], flags: { ask?: string }) =>
      run(async (context) =>
        (await import("./command/resume.ts")).resumeCommand(context, session, words, flags),
      ),
    );
}

function addWeb(program: Command, run: Run): void {
  program
    .command("web")
    .description("the web app: serves it and opens it in your browser")
    .option("--port <n>", portHelp)
    .action((flags: ServeFlags) =>
      run(async (context) => (await import("./command/serve.ts")).webCommand(context, flags)),
    );
}

function addServe(program: Command, run: Run): void {
  program
    .command("serve")
    .description("the HTTP API and the web app on this machine")
    .option("--port <n>", portHelp)
    .option("--host <address>", "listen there instead of 127.0.0.1, * everywhere; needs a password")
    .option("--password-file <file>", "what others have to know; or $SKILLMINT_PASSWORD")
    .option("--origin <url>", "where a proxy in front makes it reachable, https://NAME; needs a password")
    .action((flags: ServeFlags) =>
      run(async (context) => (await import("./command/serve.ts")).serveCommand(context, flags)),
    );
}

function addDoctor(program: Command, run: Run): void {
  program
    .command("doctor")
    .description("what works here and what does not")
    .action(() => run(async (context) => (await import("./command/doctor.ts")).doctorCommand(context)));
}

function addModels(program: Command, run: Run): void {
  const load = () => import("./command/models.ts");
  const models = program.command("models").description("list, test, add, remove, use");
  models
    .command("list")
    .argument("[provider]", "show this provider's models")
    .action((provider?: string) => run(async (context) => (await load()).listModels(context, provider)));
  models
    .command("test")
    .argument("[model]", "provider or provider/model")
    .option("--base-url <url>")
    .action((id: string | undefined, flags: { baseUrl?: string }) =>
      run(async (context) => (await load()).testModel(context, id, flags)),
    );
  models
    .command("add")
    .argument("<provider>")
    .option("--key-stdin", "read the key from standard input")
    .option("--keychain", "keep the key in the keychain of the system")
    .option("--base-url <url>", "the address of the provider's API")
    .option("--wire <wire>", "anthropic, openai-chat or openai-responses")
    .action((provider: string, flags: { keyStdin?: boolean }) =>
      run(async (context) => (await load()).addModel(context, provider, flags)),
    );
  models
    .command("remove")
    .argument("<provider>")
    .action((provider: string) => run(async (context) => (await load()).removeModel(context, provider)));
  models
    .command("use")
    .argument("<model>", "provider or provider/model")
    .action((id: string) => run(async (context) => (await load()).useModel(context, id)));
}

function addTrust(program: Command, run: Run): void {
  const load = () => import("./command/trust.ts");
  program
    .command("trust")
    .description("let a folder's own configuration count")
    .argument("[folder]", "default: this one; the repository around it")
    .option("--list", "the folders that are trusted")
    .addOption(new Option("--remove", "take it back").conflicts("list"))
    .option("--force", "also for the home folder or a whole drive")
    .action((folder: string | undefined, flags: TrustFlags) =>
      run(async (context) => (await load()).trustCommand(context, folder, flags)),
    );
}

function addConfig(program: Command, run: Run): void {
  const load = () => import("./command/config.ts");
  const config = program.command("config").description("get, set, list, search-key");
  config
    .command("get")
    .argument("<name>")
    .action((name: string) => run(async (context) => (await load()).getConfig(context, name)));
  config
    .command("set")
    .argument("<name>")
    .argument("[value]")
    .option("--unset", "back to the default")
    .action((name: string, value: string | undefined, flags: { unset?: boolean }) =>
      run(async (context) => (await load()).setConfig(context, name, value, flags)),
    );
  config
    .command("search-key")
    .description("keeps the key of a search provider, from standard input")
    .argument("<provider>")
    .option("--remove", "forgets it")
    .action((provider: string, flags: { remove?: boolean }) =>
      run(async (context) => (await load()).setSearchKey(context, provider, flags)),
    );
  config.command("list").action(() => run(async (context) => (await load()).listConfig(context)));
}

function addEnvironments(program: Command, run: Run): void {
  const load = () => import("./command/env.ts");
  const environments = program.command("env").description("list, show, use, create, delete");
  environments.command("list").action(() => run(async (context) => (await load()).listEnvironments(context)));
  environments
    .command("show")
    .argument("[name]", "default: the one in use")
    .action((name?: string) => run(async (context) => (await load()).showEnvironment(context, name)));
  environments
    .command("use")
    .argument("[name]", "`none`: no environment")
    .option("--none", "no environment")
    .action((name: string | undefined, flags: { none?: boolean }) =>
      run(async (context) => (await load()).useEnvironment(context, name, flags)),
    );
  environments
    .command("create")
    .argument("<name>")
    .option("--from <name>", "with a copy of this one's files")
    .action((name: string, flags: { from?: string }) =>
      run(async (context) => (await load()).createEnvironment(context, name, flags)),
    );
  environments
    .command("delete")
    .argument("<name>")
    .option("--force", "also the one in use")
    .action((name: string, flags: { force?: boolean }) =>
      run(async (context) => (await load()).deleteEnvironment(context, name, flags)),
    );
}
