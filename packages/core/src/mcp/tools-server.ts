import { launchDigest } from "./approval-digest.ts";
import type { Approvals, Standing } from "./approval.ts";
import type { ServerEntry } from "./config.ts";
import type { McpConnection, McpServer, McpToolInfo } from "./connection.ts";
import { nameTools } from "./tools-name.ts";
import type { ToolsCache } from "./tools-cache.ts";

export type UsableEntry = ServerEntry & { server: McpServer };

export interface ServerDeps {
  approvals: Approvals;
  cache: ToolsCache;
  /** Fills in references and opens it; starts nothing. */
  open(entry: UsableEntry): Promise<McpConnection>;
}

/** A server and what is known of it, whether it runs or not. Nothing starts before something of it is needed. */
export interface KnownServer {
  readonly entry: UsableEntry;
  readonly name: string;
  /** How rules and the gate see what it does. */
  readonly effect: "execute" | "network";
  /** Reads what was kept of an earlier run of it; once. */
  load(): Promise<void>;
  /** What it has, by the name that a model calls it; `undefined` where nobody knows. */
  tools(): ReadonlyMap<string, McpToolInfo> | undefined;
  infos(): readonly McpToolInfo[] | undefined;
  /** Whether it said since that its tools are others. */
  isStale(): boolean;
  standing(tool?: string): Promise<Standing>;
  connect(): Promise<McpConnection>;
  /** Starts it where it does not run, and asks it for its tools where they may be others than known. */
  list(signal?: AbortSignal): Promise<readonly McpToolInfo[]>;
  state(): ReturnType<McpConnection["state"]>;
  close(): Promise<void>;
}

export function createKnownServer(entry: UsableEntry, deps: ServerDeps): KnownServer {
  const { server } = entry;
  const digest = launchDigest(server);
  let known: { infos: readonly McpToolInfo[]; named: ReadonlyMap<string, McpToolInfo> } | undefined;
  let loading: Promise<void> | undefined;
  let opened: Promise<McpConnection> | undefined;
  let connection: McpConnection | undefined;
  /** Heard from the server that runs now. */
  let isFresh = false;

  const take = (infos: readonly McpToolInfo[]): void => {
    const isSame = known !== undefined && JSON.stringify(known.infos) === JSON.stringify(infos);
    if (!isSame) known = { infos, named: nameTools(server.name, infos) };
  };

  const load = (): Promise<void> =>
    (loading ??= deps.cache.read(digest).then((found) => {
      if (found && !known) take(found);
    }));

  const connect = (): Promise<McpConnection> => {
    opened ??= deps.open(entry).then(
      (made) => {
        connection = made;
        made.onToolsChanged(() => {
          isFresh = false;
        });
        return made;
      },
      (error: unknown) => {
        // What it refers to may be there next time.
        opened = undefined;
        throw error;
      },
    );
    return opened;
  };

  return {
    entry,
    name: server.name,
    effect: server.launch.type === "stdio" ? "execute" : "network",
    load,
    tools: () => known?.named,
    infos: () => known?.infos,
    isStale: () => connection?.state() === "ready" && !isFresh,
    standing: (tool) => deps.approvals.check(entry, known?.infos, tool),
    connect,
    async list(signal) {
      const made = await connect();
      if (isFresh && made.state() === "ready" && known) return known.infos;
      isFresh = true;
      try {
        const infos = await made.tools(signal);
        take(infos);
        await deps.cache.write(digest, infos);
        return infos;
      } catch (error) {
        isFresh = false;
        throw error;
      }
    },
    state: () => connection?.state() ?? "idle",
    close: async () => {
      const made = await opened?.catch(() => undefined);
      await made?.close();
      opened = undefined;
      connection = undefined;
      isFresh = false;
    },
  };
}
