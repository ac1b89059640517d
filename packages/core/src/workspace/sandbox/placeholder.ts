import {
  mkdirSync,
  rmdirSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
  chmodSync,
  lstatSync,
  type Stats,
} from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { readOtherMounts } from "../other-mounts.ts";
import { systemCode } from "../workspace-error.ts";

/**
 * What keeps a name that does not exist from being taken: the kernel can protect only what is there, so for as long
 * as commands run there is an empty folder (null) or a file with this text.
 */
export type PlaceholderKind = string | null;

/** A time by which they are known again, also by another process and after a crash. */
const stamp = 1;
const settleMs = 60;
const lookMs = 4;

export function isPlaceholder(stats: Stats): boolean {
  return stats.mtimeMs === stamp * 1_000 && (stats.isDirectory() || (stats.isFile() && stats.size <= 2));
}

/** The placeholders of all sandboxes of a runtime. */
export interface Placeholders {
  /** Makes those that are not there, and keeps all until they were released as often as they were held. */
  hold(wanted: readonly { path: string; kind: PlaceholderKind }[]): void;
  /** Removes those that nobody holds any more, neither here nor in another process. Never removes anything else. */
  release(paths: readonly string[]): Promise<void>;
}

export function createPlaceholders(): Placeholders {
  const held = new Map<string, number>();
  /** Let go of, and still under something mounted when we looked. */
  const late = new Set<string>();
  return {
    hold(wanted) {
      for (const { path, kind } of wanted) {
        makePlaceholder(path, kind);
        held.set(path, (held.get(path) ?? 0) + 1);
        late.delete(path);
      }
    },
    async release(paths) {
      for (const path of paths) {
        const left = (held.get(path) ?? 1) - 1;
        if (left > 0) held.set(path, left);
        else {
          held.delete(path);
          late.add(path);
        }
      }
      const until = performance.now() + settleMs;
      for (;;) {
        const mounted = late.size === 0 ? new Set<string>() : mountedElsewhere();
        for (const path of late) {
          if (mounted.has(path)) continue;
          late.delete(path);
          removePlaceholder(path);
        }
        // The namespace of a command that just ended is there for a moment longer.
        if (late.size === 0 || performance.now() > until) return;
        await delay(lookMs);
      }
    },
  };
}

function makePlaceholder(path: string, kind: PlaceholderKind): void {
  try {
    if (kind === null) mkdirSync(path, 0o555);
    else writeFileSync(path, kind, { flag: "wx", mode: 0o444 });
    chmodSync(path, kind === null ? 0o555 : 0o444);
    utimesSync(path, stamp, stamp);
  } catch (error) {
    // Somebody else made it, or nobody can: then neither can the command.
    const code = systemCode(error) ?? "";
    if (!["EEXIST", "EROFS", "EACCES", "EPERM"].includes(code)) throw error;
  }
}

function removePlaceholder(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined || !isPlaceholder(stats)) return;
  try {
    if (stats.isDirectory()) rmdirSync(path);
    else unlinkSync(path);
  } catch (error) {
    // Not empty any more: then it is somebody's.
    const code = systemCode(error) ?? "";
    if (!["ENOTEMPTY", "EEXIST", "ENOENT", "EBUSY", "EACCES", "EPERM", "EROFS"].includes(code)) throw error;
  }
}

/**
 * What is mounted in the namespaces of other processes. To remove a folder would take away what is mounted on it
 * there, and with that the protection of a command that still runs.
 */
function mountedElsewhere(): Set<string> {
  const mounted = new Set<string>();
  for (const mounts of readOtherMounts()) {
    for (const line of mounts.split("\n")) {
      const point = line.split(" ")[4];
      if (point !== undefined) mounted.add(unescapeMount(point));
    }
  }
  return mounted;
}

/** Blanks and backslashes in a mount's path are written as three octal digits. */
function unescapeMount(text: string): string {
  return text.replaceAll(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
}
