import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import path from "node:path";
import { isInside } from "../resolve-path.ts";
import type { ProtectedLink } from "./link-guard.ts";
import { isPlaceholder, type PlaceholderKind } from "./placeholder.ts";

/**
 * What decides over other programs of the person: the settings of agents, editors and git. In every folder of the
 * workspace these can neither be changed nor made. Those with a slash have a parent that stays writable.
 */
const protectedNames: readonly string[] = [
  ".skillmint",
  ".claude",
  ".agents",
  ".codex",
  ".cursor",
  ".gemini",
  ".mcp.json",
  ".vscode",
  ".idea",
  ".git/hooks",
  ".git/config",
  ".git/config.worktree",
  ".git/commondir",
  ".git/modules",
];

/** Protected where they stand; made up only where a shell or git would read them, in the home folder itself. */
const namesOfHome: readonly string[] = [
  ".bashrc",
  ".bash_profile",
  ".bash_login",
  ".bash_logout",
  ".profile",
  ".zshrc",
  ".zshenv",
  ".zprofile",
  ".zlogin",
  ".gitconfig",
  ".config/git/config",
  ".config/fish",
  ".config/autostart",
  ".config/systemd",
  ".local/bin",
  ".ssh",
];

/** Only where they stand: empty ones would disturb the programs that read them. */
const namesIfThere: readonly string[] = [".gitmodules", ".ripgreprc", ".envrc", ".husky"];

/** What git takes for a setting that changes nothing; anywhere else an empty folder is what disturbs least. */
const harmlessFiles: Readonly<Record<string, string>> = { "config.worktree": "", commondir: ".\n" };

export interface ProtectionPlan {
  /** Folders that must keep their place, since something protected lies below. */
  pinned: string[];
  /** What exists and can only be read. */
  readOnly: string[];
  /** What does not exist and must not come into being. */
  missing: { path: string; kind: PlaceholderKind }[];
  /** Protected names that are links. */
  links: ProtectedLink[];
}

export interface ProtectionRequest {
  /** Real paths of the writable folders. */
  folders: readonly string[];
  /** The real home folder. */
  home: string;
  /** More of the caller's: absolute, or relative to each folder. */
  paths: readonly string[];
  /** Single ones, each below a writable folder of its own. */
  single?: readonly { base: string; file: string }[];
}

/** The same as names, for systems whose rules go by name. */
export function listProtectedPaths(folder: string, home: string, paths: readonly string[]): string[] {
  const names = [...protectedNames, ...namesIfThere, ...namesOfHome, ...paths];
  const ofHome = isInside(folder, home) ? namesOfHome.map((name) => path.join(home, name)) : [];
  return [...names.map((name) => path.resolve(folder, name)), ...ofHome].filter((at) => isInside(folder, at));
}

/** Looks at the folders as they are now. */
export function planProtection({ folders, home, paths, single = [] }: ProtectionRequest): ProtectionPlan {
  const plan: Plan = { pinned: new Set(), readOnly: new Set(), missing: new Map(), links: new Map() };
  const protect = (base: string, file: string, make: boolean) =>
    protectOne(plan, folders, { base, file, make });
  for (const folder of folders) {
    for (const name of protectedNames) protect(folder, path.join(folder, name), true);
    for (const name of [...namesIfThere, ...namesOfHome]) protect(folder, path.join(folder, name), false);
    for (const name of paths) protect(folder, path.resolve(folder, name), true);
    if (isInside(folder, home)) for (const name of namesOfHome) protect(folder, path.join(home, name), true);
  }
  for (const { base, file } of single) protect(base, file, true);
  return {
    pinned: [...plan.pinned].filter((folder) => !plan.readOnly.has(folder)),
    readOnly: [...plan.readOnly],
    missing: [...plan.missing].map(([file, kind]) => ({ path: file, kind })),
    links: [...plan.links].map(([file, target]) => ({ path: file, target })),
  };
}

interface Plan {
  pinned: Set<string>;
  readOnly: Set<string>;
  missing: Map<string, PlaceholderKind>;
  links: Map<string, string>;
}

function protectOne(
  plan: Plan,
  folders: readonly string[],
  { base, file, make }: { base: string; file: string; make: boolean },
): void {
  if (file === base || !isInside(base, file)) return;
  let at = base;
  const names = path.relative(base, file).split(path.sep);
  for (const [index, name] of names.entries()) {
    at = path.join(at, name);
    const last = index === names.length - 1;
    const stats = lstatSync(at, { throwIfNoEntry: false });
    if (stats === undefined || isPlaceholder(stats)) {
      if (make) plan.missing.set(at, last ? (harmlessFiles[name] ?? null) : null);
      return;
    }
    if (stats.isSymbolicLink()) return protectTarget(plan, folders, at);
    if (last || !stats.isDirectory()) {
      plan.readOnly.add(at);
      return;
    }
    plan.pinned.add(at);
  }
}

/** Where a protected name is a link, what it leads to is protected if it could be written. */
function protectTarget(plan: Plan, folders: readonly string[], link: string): void {
  plan.links.set(link, readlinkSync(link));
  try {
    const real = realpathSync(link);
    if (folders.some((folder) => real !== folder && isInside(folder, real))) plan.readOnly.add(real);
  } catch {
    // It leads nowhere, so there is nothing to write to either: what it would lead to lies behind the same rules.
  }
}
