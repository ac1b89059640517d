import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import type { GuardedProxy } from "../../../network/guarded-proxy.ts";
import { NetworkRefused } from "../../../network/guard.ts";
import type { PackFile } from "../../../pack/pack-file.ts";
import { createWording } from "../../../internet/words.ts";
import { makeOwnedFolder } from "../../../workspace/owned-folder.ts";
import { refuseInstall } from "../install-words.ts";
import { isPlainRef, type GitAddress } from "./parse-git-address.ts";
import { runGit } from "./run-git.ts";
import type { LeftOut, SourceContext } from "./source.ts";
import { megabytes, sourceLimits } from "./source-limits.ts";

export interface ReadRepository {
  commit: string;
  files: PackFile[];
  leftOut: LeftOut[];
}

interface TreeEntry {
  mode: string;
  id: string;
  size: number;
  path: string;
}

/** The way out of git: through the guard for the web, checked by it for ssh, none for a folder. */
async function openWay(
  url: URL,
  context: SourceContext,
): Promise<{ config: Record<string, string>; close(): Promise<void> }> {
  const nothing = { config: {}, close: async () => undefined };
  if (url.protocol === "file:") return nothing;
  const guard = await context.guard();
  try {
    const isWeb = url.protocol !== "ssh:";
    await guard.check(`${isWeb ? url.protocol : "https:"}//${url.host}`);
    if (!isWeb) {
      await guard.close();
      return nothing;
    }
    const { createGuardedProxy } = await import("../../../network/guarded-proxy.ts");
    const proxy: GuardedProxy = await createGuardedProxy(guard);
    const address = new URL(proxy.url);
    address.username = proxy.username;
    address.password = proxy.password;
    return {
      config: {
        "http.proxy": address.href,
        "http.followRedirects": "initial",
        ...(url.protocol === "http:" ? { "protocol.http.allow": "always" } : {}),
      },
      close: async () => {
        await proxy.close();
        await guard.close();
      },
    };
  } catch (error) {
    await guard.close();
    if (!(error instanceof NetworkRefused)) throw error;
    const reason = createWording(context.language).refused(error);
    throw refuseInstall(context.words("git.failed", { source: shown(url), reason }), error);
  }
}

function shown(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname}`;
}

/**
 * Fetches one commit of a repository and reads its files out of git's own store: nothing is checked out, so that no
 * link, filter, hook or submodule of it ever takes effect. The commit is what the source is pinned to.
 */
export async function readGit(address: GitAddress, context: SourceContext): Promise<ReadRepository> {
  const { words } = context;
  const url = new URL(address.url);
  const source = shown(url);
  const isLoopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (!["https:", "ssh:", "file:"].includes(url.protocol) && !(url.protocol === "http:" && isLoopback))
    throw refuseInstall(words("git.protocol", { source }));
  if (/^-|\s/.test(url.hostname) || url.username.startsWith("-"))
    throw refuseInstall(words("git.protocol", { source }));
  if (address.ref !== undefined && !isPlainRef(address.ref))
    throw refuseInstall(words("git.badRef", { ref: JSON.stringify(address.ref.slice(0, 100)) }));
  const way = await openWay(url, context);
  const folder = await makeOwnedFolder(tmpdir(), "install");
  const git = (args: readonly string[], more: { input?: string; maxBytes?: number } = {}): Promise<Buffer> =>
    runGit(args, context, { folder, config: way.config, source, ...more });
  try {
    await git(["init", "--quiet", "--bare", "--template=", "--", folder]);
    const ref = address.ref ?? "HEAD";
    await git(["fetch", "--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules", "--", url.href, ref]);
    const commit = (await git(["rev-parse", "--verify", "FETCH_HEAD^{commit}"])).toString().trim();
    const entries = parseTree(await git(["ls-tree", "-r", "-l", "-z", "--full-tree", commit]));
    return { commit, ...(await readEntries(below(entries, address, source, context), git, source, context)) };
  } finally {
    await way.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function parseTree(output: Buffer): TreeEntry[] {
  const lines = output.toString("utf8").split("\0");
  return lines.flatMap((line) => {
    const [, mode = "", id = "", size = "", path = ""] =
      /^(\d{6}) \w+ ([0-9a-f]{40,64}) +(\d+|-)\t([^]+)$/.exec(line) ?? [];
    return path === "" ? [] : [{ mode, id, size: Number(size) || 0, path }];
  });
}

function below(
  entries: readonly TreeEntry[],
  { subfolder }: GitAddress,
  source: string,
  { words }: SourceContext,
): TreeEntry[] {
  if (subfolder === undefined) return [...entries];
  const inner = entries.flatMap((entry) =>
    entry.path.startsWith(`${subfolder}/`)
      ? [{ ...entry, path: entry.path.slice(subfolder.length + 1) }]
      : [],
  );
  if (inner.length === 0) throw refuseInstall(words("git.badFolder", { source, folder: subfolder }));
  return inner;
}

async function readEntries(
  entries: readonly TreeEntry[],
  git: (args: readonly string[], more: { input?: string; maxBytes?: number }) => Promise<Buffer>,
  source: string,
  { words }: SourceContext,
): Promise<{ files: PackFile[]; leftOut: LeftOut[] }> {
  const leftOut: LeftOut[] = [];
  const wanted: TreeEntry[] = [];
  for (const entry of entries) {
    if (entry.mode === "120000") leftOut.push({ path: entry.path, reason: words("left.link") });
    else if (entry.mode === "160000") leftOut.push({ path: entry.path, reason: words("left.submodule") });
    else wanted.push(entry);
  }
  if (wanted.length > sourceLimits.files)
    throw refuseInstall(words("source.tooMany", { source, limit: sourceLimits.files }));
  const total = wanted.reduce((sum, { size }) => sum + size, 0);
  if (total > sourceLimits.bytes)
    throw refuseInstall(words("source.tooLarge", { source, limit: megabytes(sourceLimits.bytes) }));
  const input = wanted.map(({ id }) => `${id}\n`).join("");
  const maxBytes = total + wanted.length * 128 + 1024;
  const output =
    wanted.length === 0 ? Buffer.alloc(0) : await git(["cat-file", "--batch"], { input, maxBytes });
  const files: PackFile[] = [];
  let at = 0;
  for (const { path, mode } of wanted) {
    const end = output.indexOf(10, at);
    const size = Number(/ blob (\d+)$/.exec(output.toString("latin1", at, end))?.[1] ?? Number.NaN);
    if (end === -1 || Number.isNaN(size)) throw refuseInstall(words("git.failed", { source, reason: path }));
    const bytes = output.subarray(end + 1, end + 1 + size);
    at = end + size + 2;
    files.push({ path: path.normalize("NFC"), bytes, executable: mode === "100755" });
  }
  return { files, leftOut };
}
