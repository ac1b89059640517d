import { spawn, type ChildProcess } from "node:child_process";
import { join, resolve } from "node:path";
import type { SessionEvent } from "../packages/core/src/protocol/index.ts";

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
