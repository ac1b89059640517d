import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { makeOwnedFolder } from "../owned-folder.ts";
import { isInside } from "../resolve-path.ts";
import { bubblewrapArguments } from "./bubblewrap.ts";
import { createLinkGuard } from "./link-guard.ts";
import { planProtection } from "./protected-paths.ts";
import { SandboxError } from "./sandbox-error.ts";
import type { BubblewrapMeans, SandboxSupport } from "./sandbox-support.ts";
import type { Sandbox, SandboxChoice, SandboxReason, WrappedProgram } from "./sandbox.ts";
import { sandboxEnvironment } from "./sandbox-environment.ts";
import { createSandboxNetwork } from "./sandbox-network.ts";
import { findSecretPaths } from "./secret-paths.ts";
import { openWorktreeGit, removeLinks } from "./worktree-git.ts";

export interface SandboxOptions {
  choice: SandboxChoice;
  /** What commands may write: real paths. Where the root is a worktree of ours, also what git needs for commits. */
  workspace: { root: string; added: readonly string[] };
  /** The person's home folder, below which secrets lie. */
  home: string;
  /** SkillMint's own folder: of it only skills can be read. */
  own: string;
  /** Where the private temporary folder is made. Default: the system's. */
  temp?: string;
  /** Hosts that may be reached, `example.com`, `*.example.com`, `example.com:443`. None: no network at all. */
  network: { allow: readonly string[] };
  /** Protected besides those that always are: absolute, or relative to each folder of the workspace. */
  protectedPaths: readonly string[];
  /** Folders that can be read although what is around them is hidden. Asked before each command. */
  readable?: () => readonly string[];
  support: SandboxSupport;
}

/** Never throws for want of a sandbox: `status` tells, and with `require` nothing can be wrapped. */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  if (options.choice === "off") return withoutSandbox("off", { code: "switched-off" }, false);
  const means = await options.support.detect();
  if (means.kind === "none") return withoutSandbox("unavailable", means.reason, options.choice === "require");
  if (means.kind === "seatbelt") {
    const { createSeatbelt } = await import("./seatbelt.ts");
    const seatbelt = await createSeatbelt(options);
    return "code" in seatbelt
      ? withoutSandbox("unavailable", seatbelt, options.choice === "require")
      : seatbelt;
  }
  return createBubblewrap(options, means);
}

function withoutSandbox(status: "off" | "unavailable", reason: SandboxReason, refuse: boolean): Sandbox {
  return {
    status,
    reason,
    async wrap({ program, env }) {
      if (refuse) throw new SandboxError("unavailable", { reason });
      return { program, env, release: async () => undefined };
    },
    close: async () => undefined,
  };
}

async function createBubblewrap(options: SandboxOptions, means: BubblewrapMeans): Promise<Sandbox> {
  const everyFolder = [options.workspace.root, ...options.workspace.added].map((at) => realpathSync(at));
  const folders = outermost(everyFolder);
  const home = realOrSame(options.home);
  const state = await makeOwnedFolder(options.temp ?? tmpdir(), "sandbox");
  const temp = path.join(state, "tmp");
  const emptyFile = path.join(state, "empty");
  mkdirSync(temp, 0o700);
  writeFileSync(emptyFile, "", { mode: 0o444 });
  const { placeholders } = options.support;
  const leftHeld = new Set<() => Promise<void>>();
  const network = await createSandboxNetwork({ allow: options.network.allow, means, state }).catch(
    (error: unknown) => {
      rmSync(state, { recursive: true, force: true });
      throw error;
    },
  );

  async function wrap({ program, folder, env }: Parameters<Sandbox["wrap"]>[0]): Promise<WrappedProgram> {
    // A command of another session may have put a link where a folder was.
    for (const at of folders) if (realOrSame(at) !== at) throw new SandboxError("failed", { detail: at });
    const data = openWorktreeGit(options.workspace.root);
    const git = data && { data, scratch: mkdtempSync(path.join(state, "git-")) };
    const protection = planProtection({
      folders: everyFolder,
      home,
      paths: options.protectedPaths,
      single: data?.protectedPaths ?? [],
    });
    const secrets = findSecretPaths(home, options.own);
    placeholders.hold(protection.missing);
    const links = createLinkGuard(protection.links);
    const letGo = async () => {
      links.restore();
      if (git) await removeLinks(git.data);
      if (git) await rm(git.scratch, { recursive: true, force: true });
      await placeholders.release(protection.missing.map(({ path: at }) => at));
    };
    const args = bubblewrapArguments({
      folders,
      temp,
      emptyFile,
      secrets,
      protection,
      readable: options.readable?.() ?? [],
      git,
      keepNetwork: network.enter !== undefined,
      disableUserns: means.disableUserns,
      folder,
    });
    return {
      program: [...(network.enter ?? []), means.bwrap, ...args, ...program],
      env: { ...sandboxEnvironment(env, temp), ...network.env },
      descriptor5: means.filter,
      async release(running) {
        if (running) leftHeld.add(letGo);
        else await letGo();
      },
    };
  }

  return {
    status: "on",
    ...(network.reason === undefined ? {} : { reason: network.reason }),
    temp,
    wrap,
    async close() {
      const pending = [...leftHeld];
      leftHeld.clear();
      for (const letGo of pending) await letGo();
      await network.close();
      await rm(state, { recursive: true, force: true });
    },
  };
}

/** Without those inside of others: the outer one holds them. */
function outermost(folders: readonly string[]): string[] {
  const all = [...new Set(folders)];
  return all.filter((at) => !all.some((other) => other !== at && isInside(other, at)));
}

function realOrSame(at: string): string {
  try {
    return realpathSync(at);
  } catch {
    // Not there: whoever looks for it finds nothing.
    return at;
  }
}
