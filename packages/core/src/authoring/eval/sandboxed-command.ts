import { createId } from "../../protocol/index.ts";
import { childEnvironment } from "../../workspace/child-environment.ts";
import { runHook } from "../../workspace/run-hook.ts";
import { createSandbox } from "../../workspace/sandbox/create-sandbox.ts";
import { SandboxError } from "../../workspace/sandbox/sandbox-error.ts";
import type { SandboxSupport } from "../../workspace/sandbox/sandbox-support.ts";
import type { EvalWords } from "./eval-words.ts";
import type { RunCommand } from "./run-record.ts";

export interface SandboxedCommandOptions {
  env: Readonly<Record<string, string | undefined>>;
  /** Whose secrets stay hidden. */
  home: string;
  own: string;
  support: SandboxSupport;
  /** `off`: a person wants commands to run without one. */
  choice: "require" | "off";
  words: EvalWords;
}

const defaultMs = 60_000;

/** Commands that look at what a run left: in its folder, in a sandbox without network, within their time. */
export function createSandboxedCommand(options: SandboxedCommandOptions): RunCommand {
  const env = { ...childEnvironment(options.env), PYTHONDONTWRITEBYTECODE: "1" };
  return async ({ command, folder, input = "", timeoutMs = defaultMs, readable = [], signal }) => {
    const sandbox = await createSandbox({
      choice: options.choice,
      workspace: { root: folder, added: [] },
      home: options.home,
      own: options.own,
      network: { allow: [] },
      protectedPaths: [],
      readable: () => readable,
      support: options.support,
    });
    try {
      const id = createId("call");
      const result = await runHook({ command, folder, env, input, id, timeoutMs, signal, sandbox });
      const { exitCode, stdout, stderr, stopped } = result;
      const why = stopped === undefined ? {} : { stopped: options.words(`eval.ended.${stopped}`) };
      return { ran: true, exitCode, stdout, stderr, ...why };
    } catch (error) {
      if (SandboxError.is(error)) return { ran: false, reason: options.words("eval.noSandbox") };
      if (signal.aborted) return { ran: false, reason: options.words("eval.stopped.cancelled") };
      return { ran: false, reason: error instanceof Error ? error.message : String(error) };
    } finally {
      await sandbox.close();
    }
  };
}
