import { existsSync } from "node:fs";
import path from "node:path";
import { isInside } from "../resolve-path.ts";
import type { ProtectionPlan } from "./protected-paths.ts";
import type { SecretPaths } from "./secret-paths.ts";
import { worktreeGitArguments, type WorktreeGit } from "./worktree-git.ts";

/** Where other programs of this machine listen or leave things, and what commands of ours have no business with. */
const hiddenFolders = ["/run", "/var/run", "/mnt/wslg"];
/** Of those: where NixOS keeps its programs. */
const openFolders = ["/run/current-system", "/run/opengl-driver", "/run/wrappers"];
const sharedTemps = ["/tmp", "/var/tmp"];

export interface BubblewrapPolicy {
  /** The real paths that may be written. */
  folders: readonly string[];
  temp: string;
  /** An empty file, by which others are hidden. */
  emptyFile: string;
  secrets: SecretPaths;
  protection: ProtectionPlan;
  /** Folders that can be read, wherever they lie. */
  readable?: readonly string[];
  /** What git needs where the workspace is a worktree, with an empty folder for what it makes besides. */
  git?: { data: WorktreeGit; scratch: string } | undefined;
  /** The network of the surrounding process instead of none. */
  keepNetwork: boolean;
  /** Whether this bubblewrap can forbid user namespaces for good; the filter refuses them in any case. */
  disableUserns: boolean;
  folder: string;
}

/** What every start needs, and so what is tried to find out whether there can be one. */
export function baseArguments(options: { keepNetwork: boolean; disableUserns: boolean }): string[] {
  return [
    "--unshare-user",
    ...(options.disableUserns ? ["--disable-userns"] : []),
    "--unshare-pid",
    ...(options.keepNetwork ? [] : ["--unshare-net"]),
    "--unshare-ipc",
    "--unshare-uts",
    "--unshare-cgroup-try",
    ..."--cap-drop ALL --ro-bind / / --dev /dev --proc /proc".split(" "),
    "--remount-ro",
    // The kernel's settings belong to root, who may be the one that runs this.
    "/proc",
    // The first process in there is bubblewrap's own and not under the filter. Hidden, its memory is out of reach.
    ..."--tmpfs /proc/1 --remount-ro /proc/1 --seccomp 5".split(" "),
  ];
}

/** The arguments of bubblewrap up to the program. Later mounts lie over earlier ones. */
export function bubblewrapArguments(policy: BubblewrapPolicy): string[] {
  const bind = (kind: string, at: string) => [kind, at, at];
  const isWritable = (at: string) => policy.folders.some((folder) => isInside(folder, at));
  const [inner, outer] = partition(policy.secrets, (at) => isWritable(at) && !policy.folders.includes(at));
  return [
    ...baseArguments(policy),
    ...hiddenFolders.flatMap((at) => (isOwnFolder(at) ? ["--tmpfs", at] : [])),
    ...openFolders.flatMap((at) => (existsSync(at) ? bind("--ro-bind", at) : [])),
    ...hiddenFolders.flatMap((at) => (isOwnFolder(at) ? ["--remount-ro", at] : [])),
    ...sharedTemps.flatMap((at) => (existsSync(at) ? ["--bind", policy.temp, at] : [])),
    ...hide(outer, policy.emptyFile),
    ...bind("--bind", policy.temp),
    ...policy.folders.flatMap((at) => bind("--bind", at)),
    ...(policy.readable ?? []).flatMap((at) => (existsSync(at) ? bind("--ro-bind", at) : [])),
    ...(policy.git ? worktreeGitArguments(policy.git.data, policy.git.scratch) : []),
    ...shallowFirst(policy.protection.pinned).flatMap((at) => bind("--bind", at)),
    ...shallowFirst(policy.protection.readOnly).flatMap((at) => bind("--ro-bind", at)),
    ...policy.protection.missing.flatMap(({ path: at }) => bind("--ro-bind", at)),
    ...hide(inner, policy.emptyFile),
    "--chdir",
    policy.folder,
    "--",
  ];
}

/** `/var/run` is a link to `/run` nearly everywhere; a mount there would land on the same place twice. */
function isOwnFolder(at: string): boolean {
  return existsSync(at) && !(at === "/var/run" && existsSync("/run"));
}

function hide(secrets: SecretPaths, emptyFile: string): string[] {
  return [
    ...shallowFirst(secrets.folders).flatMap((at) => ["--tmpfs", at]),
    ...secrets.open.flatMap((at) => ["--ro-bind", at, at]),
    ...secrets.folders.flatMap((at) => ["--remount-ro", at]),
    ...secrets.files.flatMap((at) =>
      secrets.folders.some((folder) => isInside(folder, at)) ? [] : ["--ro-bind", emptyFile, at],
    ),
  ];
}

function partition(secrets: SecretPaths, test: (at: string) => boolean): [SecretPaths, SecretPaths] {
  const pick = (keep: (at: string) => boolean): SecretPaths => ({
    folders: secrets.folders.filter(keep),
    files: secrets.files.filter(keep),
    open: secrets.open.filter(keep),
  });
  return [pick(test), pick((at) => !test(at))];
}

function shallowFirst(paths: readonly string[]): string[] {
  return paths.toSorted((a, b) => a.split(path.sep).length - b.split(path.sep).length);
}
