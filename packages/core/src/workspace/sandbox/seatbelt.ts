import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { findLinkedWorktree } from "../linked-worktree.ts";
import { makeOwnedFolder } from "../owned-folder.ts";
import type { SandboxOptions } from "./create-sandbox.ts";
import { listProtectedPaths } from "./protected-paths.ts";
import { sandboxEnvironment } from "./sandbox-environment.ts";
import type { Sandbox, SandboxReason } from "./sandbox.ts";
import { listOpenPaths, listSecretPaths } from "./secret-paths.ts";

/**
 * macOS: the library writes the profile of each command. Rules go by name there, so names that do not exist are
 * protected like those that do. Its proxy is one for the process: hosts are allowed by a secret id of each command.
 */
export async function createSeatbelt(options: SandboxOptions): Promise<Sandbox | SandboxReason> {
  const { SandboxManager } = await import("@anthropic-ai/sandbox-runtime");
  const { randomUUID } = await import("node:crypto");
  const folders = [options.workspace.root, ...options.workspace.added];
  // Read only: nothing there can be pinned in its place, so what git may write would not stay what it was.
  const git = findLinkedWorktree(options.workspace.root);
  const temp = await makeOwnedFolder(options.temp ?? tmpdir(), "sandbox");
  const literal = (at: string) => ({ path: at, literal: true as const });
  const config = {
    network: { allowedDomains: [], deniedDomains: [] },
    filesystem: {
      allowWrite: [...folders, temp].map(literal),
      denyWrite: folders
        .flatMap((folder) => listProtectedPaths(folder, options.home, options.protectedPaths))
        .map(literal),
      denyRead: listSecretPaths(options.home, options.own).map(literal),
      allowRead: [...listOpenPaths(options.own), ...folders, ...(git ? [git.commonDir] : [])].map(literal),
    },
  };
  try {
    if (!SandboxManager.isSandboxingEnabled()) await SandboxManager.initialize(config);
  } catch (error) {
    await rm(temp, { recursive: true, force: true });
    return { code: "seatbelt-fails", detail: error instanceof Error ? error.message : String(error) };
  }
  return {
    status: "on",
    temp,
    async wrap({ program, env }) {
      const commandId = `${randomUUID()}${randomUUID()}`.replaceAll("-", "");
      if (options.network.allow.length > 0)
        SandboxManager.registerCommandNetworkLists(commandId, { allowedDomains: [...options.network.allow] });
      const { argv } = await SandboxManager.wrapWithSandboxArgv(
        `exec ${program.map(quote).join(" ")}`,
        "/bin/bash",
        config,
        undefined,
        options.workspace.root,
        { commandId },
      );
      return {
        program: argv,
        env: sandboxEnvironment(env, temp),
        async release(running) {
          if (!running) SandboxManager.unregisterCommandNetworkLists(commandId);
        },
      };
    },
    async close() {
      await rm(temp, { recursive: true, force: true });
    },
  };
}

function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
