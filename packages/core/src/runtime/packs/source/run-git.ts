import { spawn } from "node:child_process";
import { refuseInstall } from "../install-words.ts";
import type { SourceContext } from "./source.ts";
import { sourceLimits } from "./source-limits.ts";

export interface GitOptions {
  /** What it works on: a repository without a work tree. */
  folder: string;
  /** Settings for this call; they do not show in the list of processes. */
  config?: Readonly<Record<string, string>>;
  input?: string;
  maxBytes?: number;
  /** As people know the source. */
  source: string;
}

/** Nothing of a repository is ever run: no hooks, no helpers of its own, no prompts, no other protocols. */
const always: Readonly<Record<string, string>> = {
  "core.hooksPath": "/dev/null",
  "core.fsmonitor": "false",
  "core.symlinks": "false",
  "protocol.allow": "never",
  "protocol.https.allow": "always",
  "protocol.ssh.allow": "always",
  "protocol.file.allow": "always",
  "transfer.fsckObjects": "true",
  "fetch.recurseSubmodules": "false",
  "gc.auto": "0",
};

function environment(context: SourceContext, options: GitOptions): NodeJS.ProcessEnv {
  const entries = Object.entries({ ...always, ...options.config });
  // What a surrounding git left here (a hook that calls us) is about another repository.
  const inherited = Object.entries(context.env).filter(([name]) => !/^GIT_/i.test(name));
  return {
    ...Object.fromEntries(inherited),
    GIT_ALLOW_PROTOCOL: "https:ssh:file" + (options.config?.["protocol.http.allow"] ? ":http" : ""),
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: "",
    SSH_ASKPASS: "",
    GCM_INTERACTIVE: "never",
    GIT_SSH_COMMAND: "ssh -oBatchMode=yes -oConnectTimeout=20",
    GIT_NO_LAZY_FETCH: "1",
    GIT_LFS_SKIP_SMUDGE: "1",
    GIT_DIR: options.folder,
    LC_ALL: "C",
    GIT_CONFIG_COUNT: String(entries.length),
    ...Object.fromEntries(
      entries.flatMap(([key, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, key],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
  };
}

/** Runs git with these arguments, without a shell. Refused in words where it fails, says too much or takes too long. */
export async function runGit(
  args: readonly string[],
  context: SourceContext,
  options: GitOptions,
): Promise<Buffer> {
  const { words, signal } = context;
  const { source, maxBytes = 64 * 1024 * 1024 } = options;
  const deadline = AbortSignal.timeout(sourceLimits.gitMs);
  const child = spawn("git", args, {
    env: environment(context, options),
    cwd: options.folder,
    stdio: ["pipe", "pipe", "pipe"],
    windowsHide: true,
    signal: AbortSignal.any([signal, deadline]),
    killSignal: "SIGKILL",
  });
  const output: Buffer[] = [];
  let size = 0;
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxBytes) child.kill("SIGKILL");
    else output.push(chunk);
  });
  child.stderr.on("data", (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4_000)));
  // It may end before it has read everything: its exit code says why.
  child.stdin.on("error", () => undefined);
  child.stdin.end(options.input ?? "");
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  }).catch((error: unknown) => {
    signal.throwIfAborted();
    if ((error as { code?: string }).code === "ENOENT") throw refuseInstall(words("git.missing", { source }));
    if (deadline.aborted)
      throw refuseInstall(words("source.tooLong", { source, seconds: sourceLimits.gitMs / 1000 }), error);
    throw error;
  });
  if (code === 0) return Buffer.concat(output);
  const reason = size > maxBytes ? String(maxBytes) : lastWords(said) || `git ${code ?? "killed"}`;
  throw refuseInstall(words("git.failed", { source, reason }));
}

/** Its last line, without the address, which may hold a password. */
function lastWords(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const line = lines.findLast((each) => /^(?:fatal|error|remote):/.test(each)) ?? lines.at(-1) ?? "";
  return line.replaceAll(/\/\/[^/\s@]*@/g, "//").slice(0, 300);
}
