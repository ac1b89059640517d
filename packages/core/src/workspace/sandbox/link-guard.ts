import { lstatSync, readlinkSync, renameSync, symlinkSync } from "node:fs";

export interface ProtectedLink {
  path: string;
  target: string;
}

/**
 * A link cannot be protected by a mount, since mounts follow it. So a protected name that is a link is looked at when
 * the command ended: what was put in its place is moved aside, and the link is back.
 */
export function createLinkGuard(links: readonly ProtectedLink[]): { restore(): void } {
  return {
    restore() {
      for (const { path, target } of links) {
        const stats = lstatSync(path, { throwIfNoEntry: false });
        if (stats?.isSymbolicLink() === true && readlinkSync(path) === target) continue;
        if (stats !== undefined) renameSync(path, `${path}.replaced-${Date.now()}`);
        symlinkSync(target, path);
      }
    },
  };
}
