import { createTranslate, type Language, type Translate } from "@skillmint/core/protocol";
import type { Runtime } from "@skillmint/core";
import type { Output } from "./render/renderer.ts";

export interface GlobalFlags {
  cwd?: string;
  json?: boolean;
  lang?: string;
  /** The environment for this command. */
  env?: string;
  quiet?: boolean;
}

/** What every command is handed: the outside world and the runtime, which starts when first asked for. */
export interface CliContext {
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Opened when first asked for. */
  stdin(): NodeJS.ReadStream;
  stdinIsTty: boolean;
  stdout: Output;
  stderr: Output;
  json: boolean;
  quiet: boolean;
  /** `--env` */
  environment: string | undefined;
  language: Language;
  t: Translate;
  /** Aborts at the first Ctrl-C or SIGTERM; the second one ends the process. */
  signal: AbortSignal;
  runtime(): Promise<Runtime>;
  print(text: string): void;
  printJson(value: unknown): void;
}

export type ContextParts = Omit<CliContext, "t" | "print" | "printJson">;

export function createCliContext(parts: ContextParts): CliContext {
  return {
    ...parts,
    t: createTranslate(parts.language),
    print: (text) => void parts.stdout.write(`${text}\n`),
    printJson: (value) => void parts.stdout.write(`${JSON.stringify(value)}\n`),
  };
}
