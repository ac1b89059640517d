import { homedir } from "node:os";
import type { EvalWords } from "../../authoring/eval/eval-words.ts";
import type { RunCommand } from "../../authoring/eval/run-record.ts";
import { createSandboxedCommand } from "../../authoring/eval/sandboxed-command.ts";
import type { AuthoringDeps } from "./authoring-deps.ts";

export interface CommandSandbox {
  /** What isolated runs have: one, none because a person wants none, none because there is none here. */
  sandbox: "on" | "off" | "none";
  /** For commands that look at what a run left. */
  runCommand: RunCommand;
}

/** `off`: a person wants commands to run without a sandbox. */
export async function openCommandSandbox(
  { env, home, sandboxes }: AuthoringDeps,
  wish: "off" | undefined,
  words: EvalWords,
): Promise<CommandSandbox> {
  const support = await sandboxes.support();
  const runCommand = createSandboxedCommand({
    env,
    home: env["HOME"] ?? homedir(),
    own: home.root,
    support,
    choice: wish === "off" ? "off" : "require",
    words,
  });
  if (wish === "off") return { sandbox: "off", runCommand };
  return { sandbox: (await support.detect()).kind === "none" ? "none" : "on", runCommand };
}
