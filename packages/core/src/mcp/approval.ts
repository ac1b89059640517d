import type { ApprovalFile } from "./approval-file.ts";
import { launchDigest, toolDigest } from "./approval-digest.ts";
import type { ServerEntry } from "./config.ts";
import type { McpServer, McpToolInfo } from "./connection.ts";

/** How the tools of a server differ from those that were approved. */
export interface ToolChanges {
  added: string[];
  changed: string[];
  removed: string[];
}

export type Standing =
  /** Nothing has to be asked. */
  | { state: "approved" }
  /** Nobody said yes to starting this. `before`: to something else of this name they did. */
  | { state: "launch"; before: boolean }
  /** It starts as approved, and then has other tools. */
  | { state: "tools"; changes: ToolChanges };

type Entry = Pick<ServerEntry, "name" | "from" | "folder"> & { server: McpServer };

/**
 * What people approved of servers. The person's own are approved by having been written down; what their tools are is
 * bound at first sight, as with the others.
 */
export interface Approvals {
  /** `tools`: those it is known to have, if any; `tool`: the one that is to be called. */
  check(entry: Entry, tools: readonly McpToolInfo[] | undefined, tool?: string): Promise<Standing>;
  /** A person said yes to the server as it is, with these tools where they are known. */
  approve(entry: Entry, tools: readonly McpToolInfo[] | undefined): Promise<void>;
  /** Keeps the tools of an approved server that nobody knew before. */
  bind(entry: Entry, tools: readonly McpToolInfo[]): Promise<void>;
  forget(entry: Entry): Promise<void>;
}

function digests(tools: readonly McpToolInfo[]): Record<string, string> {
  return Object.fromEntries(tools.map((tool) => [tool.name, toolDigest(tool)]));
}

function compare(
  before: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
): ToolChanges {
  const has = (map: object, name: string): boolean => Object.hasOwn(map, name);
  return {
    added: Object.keys(now).filter((name) => !has(before, name)),
    changed: Object.keys(now).filter((name) => has(before, name) && before[name] !== now[name]),
    removed: Object.keys(before).filter((name) => !has(now, name)),
  };
}

/** Tools that are gone, or new ones that are not called, change nothing of what was approved. */
function matters({ added, changed }: ToolChanges, tool: string | undefined): boolean {
  return changed.length > 0 || (tool !== undefined && added.includes(tool));
}

function isOwn({ from }: Entry): boolean {
  return from === "user" || from === "environment";
}

export function createApprovals(file: ApprovalFile, now: () => number = Date.now): Approvals {
  const placeOf = (entry: Entry): string => (isOwn(entry) ? entry.from : entry.folder);
  const write = (entry: Entry, tools: readonly McpToolInfo[] | undefined): Promise<void> =>
    file.set(placeOf(entry), entry.name, {
      launch: launchDigest(entry.server),
      ...(tools ? { tools: digests(tools) } : {}),
      at: now(),
    });
  return {
    async check(entry, tools, tool) {
      const approved = await file.get(placeOf(entry), entry.name);
      const isSame = approved?.launch === launchDigest(entry.server);
      if (!isSame)
        return isOwn(entry) ? { state: "approved" } : { state: "launch", before: approved !== undefined };
      if (!approved.tools || !tools) return { state: "approved" };
      const changes = compare(approved.tools, digests(tools));
      return matters(changes, tool) ? { state: "tools", changes } : { state: "approved" };
    },
    approve: write,
    async bind(entry, tools) {
      const approved = await file.get(placeOf(entry), entry.name);
      const isSame = approved?.launch === launchDigest(entry.server);
      if (isSame ? approved.tools === undefined : isOwn(entry)) await write(entry, tools);
    },
    forget: (entry) => file.set(placeOf(entry), entry.name, undefined),
  };
}
