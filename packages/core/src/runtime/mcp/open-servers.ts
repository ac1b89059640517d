import { join } from "node:path";
import { createTokenFile } from "../../environment/mcp-tokens.ts";
import type { Home } from "../../environment/home.ts";
import type { Secrets } from "../../environment/secrets.ts";
import { createApprovalFile } from "../../mcp/approval-file.ts";
import { createApprovals, type Approvals } from "../../mcp/approval.ts";
import { launchDigest } from "../../mcp/approval-digest.ts";
import {
  readServers,
  usableServers,
  type ReadServers,
  type ServerEntry,
  type ServerPlace,
} from "../../mcp/config.ts";
import { resolveServer } from "../../mcp/config-resolve.ts";
import { createMcpText, type McpText } from "../../mcp/config-text.ts";
import type { McpConnection, McpConnections, McpServer } from "../../mcp/connection.ts";
import { createMcpSource } from "../../mcp/tools.ts";
import { createToolsCache } from "../../mcp/tools-cache.ts";
import type { CallEnv } from "../../mcp/tools-call.ts";
import { expandPrompt } from "../../mcp/tools-prompt.ts";
import { createKnownServer, type KnownServer, type UsableEntry } from "../../mcp/tools-server.ts";
import type { Guard } from "../../network/guard.ts";
import type { Language } from "../../protocol/index.ts";
import { createOutsideWords } from "../../tool/mark-outside.ts";
import type { ToolSource } from "../../tool/registry.ts";

export interface ServersOptions {
  env: Readonly<Record<string, string | undefined>>;
  home: Home;
  language: Language;
  secrets: Pick<Secrets, "getSecret">;
  guard: Guard;
  watch?(connections: McpConnections): Promise<McpConnections>;
}

/** Where a session works, for the servers that it uses. */
export interface SessionPlace {
  folder: string;
  /** What servers may be told that it is about. */
  roots: readonly string[];
}

/** The servers of a runtime, once there are any. None of them starts before something of it is needed. */
export interface Servers {
  readonly text: McpText;
  readonly approvals: Approvals;
  read(places: readonly ServerPlace[]): ReadServers;
  /** The same server is the same object for every session in a folder. */
  know(entry: UsableEntry, place: SessionPlace): KnownServer;
  /** Those that can be used. */
  knowAll(entries: readonly ServerEntry[], place: SessionPlace): KnownServer[];
  source(servers: () => Promise<readonly KnownServer[]>, askMs: number): ToolSource;
  prompt(
    servers: readonly KnownServer[],
    ask: { name: string; words: string; askMs: number; signal: AbortSignal },
  ): Promise<string | undefined>;
  connections(): Promise<McpConnections>;
  open(server: McpServer, roots?: readonly string[]): Promise<McpConnection>;
  close(): Promise<void>;
}

/** What servers are told that we are. */
const clientVersion = "1.0.0";

export function openServers(options: ServersOptions): Servers {
  const { env, home, language, secrets, guard } = options;
  const text = createMcpText(language);
  const approvals = createApprovals(createApprovalFile(join(home.root, "mcp-approvals.json")));
  const cache = createToolsCache(join(home.cache, "mcp"));
  const known = new Map<string, KnownServer>();
  let made: Promise<McpConnections> | undefined;

  const connections = (): Promise<McpConnections> =>
    (made ??= import("../../mcp/create-connections.ts").then(({ createMcpConnections }) => {
      const plain = createMcpConnections({
        guard,
        language,
        version: clientVersion,
        environment: { ...env },
        resolve: async (server) =>
          (await resolveServer(server, { env, language, getSecret: secrets.getSecret })).launch,
        tokens: createTokenFile(join(home.root, "mcp-tokens.json"), language),
      });
      return options.watch ? options.watch(plain) : plain;
    }));

  const open: Servers["open"] = async (server, roots) => (await connections()).open(server, roots);

  /** Without a folder of its own a server works where the session does. */
  function placed({ server }: UsableEntry, { folder }: SessionPlace): McpServer {
    const { launch } = server;
    return launch.type === "stdio"
      ? { ...server, launch: { ...launch, folder: launch.folder ?? folder } }
      : server;
  }

  function know(entry: UsableEntry, place: SessionPlace): KnownServer {
    const { name, from, file } = entry;
    const key = JSON.stringify([name, from, file, place.folder, [...place.roots].sort()]);
    const before = known.get(key);
    const isSame =
      before !== undefined &&
      launchDigest(before.entry.server) === launchDigest(entry.server) &&
      before.entry.server.callMs === entry.server.callMs;
    if (isSame) return before;
    // It is defined otherwise by now.
    void before?.close().catch(() => undefined);
    const fresh = createKnownServer(entry, {
      approvals,
      cache,
      open: (wanted) => open(placed(wanted, place), place.roots),
    });
    known.set(key, fresh);
    return fresh;
  }

  const read = (places: readonly ServerPlace[]): ReadServers => readServers(places, { text, env });
  const envFor = (askMs: number): CallEnv => ({
    text,
    approvals,
    outside: createOutsideWords(language),
    askMs,
  });
  return {
    text,
    approvals,
    read,
    know,
    knowAll: (entries, place) => usableServers(entries).map((entry) => know(entry, place)),
    source: (servers, askMs) => createMcpSource({ ...envFor(askMs), servers }),
    prompt: (servers, { name, words, askMs, signal }) =>
      expandPrompt(envFor(askMs), servers, name, words, signal),
    connections,
    open,
    close: async () => (await made)?.close(),
  };
}
