import { spawn, type ChildProcess } from "node:child_process";
import { join, resolve } from "node:path";
import { afterEach, beforeEach } from "vitest";
import type { SessionEvent } from "../packages/core/src/protocol/index.ts";
import {
  createTempWorkspace,
  startScriptedModel,
  type Script,
  type ScriptedModel,
  type TempWorkspace,
} from "../packages/core/src/testing/index.ts";

export const root = resolve(import.meta.dirname, "..");
const skillmint = join(root, "node_modules/.bin/skillmint");

export interface CliResult {
  code: number | null;
  stdout: string;
  stderr: string;
  /** The lines of stdout, for commands with `--json`. */
  events: SessionEvent[];
}

export interface CliOptions {
  env: Record<string, string>;
  cwd: string;
  stdin?: string;
}

export interface Running {
  child: ChildProcess;
  done: Promise<CliResult>;
  /** Resolves when this text has come on stderr or stdout. */
  saw(text: string): Promise<void>;
}

/** Starts the real command, as a person would in a shell without a terminal. */
export function startCli(args: readonly string[], { env, cwd, stdin }: CliOptions): Running {
  const child = spawn(skillmint, args, { env, cwd, stdio: ["pipe", "pipe", "pipe"] });
  return watchChild(child, stdin ?? "");
}

export function startNode(script: string, args: readonly string[], { env, cwd }: CliOptions): Running {
  const child = spawn(process.execPath, ["--conditions=skillmint-source", script, ...args], {
    env,
    cwd,
    stdio: ["pipe", "pipe", "pipe"],
  });
  return watchChild(child, "");
}

function watchChild(child: ChildProcess, stdin: string): Running {
  let stdout = "";
  let stderr = "";
  const waiting = new Set<() => void>();
  const notice = (): void => waiting.forEach((check) => check());
  child.stdout?.on("data", (chunk: Buffer) => {
    stdout += chunk.toString();
    notice();
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
    notice();
  });
  child.stdin?.on("error", () => undefined);
  child.stdin?.end(stdin);
  const done = new Promise<CliResult>((resolveDone, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      notice();
      resolveDone({ code, stdout, stderr, events: parseEvents(stdout) });
    });
  });
  return {
    child,
    done,
    saw: (text) =>
      new Promise((resolveSaw, reject) => {
        const check = (): void => {
          if (stdout.includes(text) || stderr.includes(text)) resolveSaw();
          else if (child.exitCode !== null) reject(new Error(`ended without ${text}\n${stdout}\n${stderr}`));
          else return;
          waiting.delete(check);
        };
        waiting.add(check);
        check();
      }),
  };
}

function parseEvents(stdout: string): SessionEvent[] {
  return stdout
    .split("\n")
    .flatMap((line) => (line.startsWith('{"type"') ? [JSON.parse(line) as SessionEvent] : []));
}

export function runCli(args: readonly string[], options: CliOptions): Promise<CliResult> {
  return startCli(args, options).done;
}

export function eventsOf<T extends SessionEvent["type"]>(result: { events: SessionEvent[] }, type: T) {
  return result.events.filter((event): event is Extract<SessionEvent, { type: T }> => event.type === type);
}

export function sessionOf(result: { events: SessionEvent[] }): string {
  return result.events[0]?.sessionId ?? "";
}

/** Every call that got its result, in order: `Bash ok`. */
export function statuses(result: { events: SessionEvent[] }): string[] {
  return eventsOf(result, "tool.settled").map(({ name, status }) => `${name} ${status}`);
}

export function answerOf(result: { events: SessionEvent[] }): string {
  return eventsOf(result, "message.completed").at(-1)?.text ?? "";
}

export const bash = (command: string) => ({ name: "Bash", input: { command } });

export const testKey = "sk-test-key-123456";

/** A name, a model that is asked in that wire, and the variable of its key. */
export type Wire = readonly [name: string, model: string, variable: string];

export const wires: readonly Wire[] = [
  ["anthropic", "anthropic/claude", "ANTHROPIC_API_KEY"],
  ["openai chat", "custom-openai/gpt", "CUSTOM_OPENAI_API_KEY"],
];

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("only inside a test, after it was set up");
  return value;
}

/** A folder and a home for each test of a file, and the model that it serves; both are gone behind it. */
export function useStage() {
  let temp: TempWorkspace | undefined;
  let server: ScriptedModel | undefined;
  beforeEach(async () => {
    temp = await createTempWorkspace();
  });
  afterEach(async () => {
    await server?.close();
    server = undefined;
    await temp?.remove();
  });
  const stage = {
    get temp() {
      return required(temp);
    },
    get server() {
      return required(server);
    },
    baseUrl: () => `${required(server).url}/v1`,
    /** Each script takes the place of the one before it. */
    async serve(script: Script): Promise<void> {
      await server?.close();
      server = await startScriptedModel(script);
    },
    cli: (args: readonly string[], env: Record<string, string> = {}, stdin = ""): Promise<CliResult> =>
      runCli(args, { env: { ...stage.temp.env, ...env }, cwd: stage.temp.folder, stdin }),
    /** `run --json` of one prompt in one wire, answered by a script. */
    async run([, model, key]: Wire, script: Script, flags: readonly string[] = []): Promise<CliResult> {
      await stage.serve(script);
      const args = ["--json", "run", "--model", model, "--base-url", stage.baseUrl(), ...flags, "go"];
      return stage.cli(args, { [key]: testKey });
    },
  };
  return stage;
}
