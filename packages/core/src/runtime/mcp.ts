import { loadConfig } from "../environment/config.ts";
import type { Environments } from "../environment/environments.ts";
import type { Home } from "../environment/home.ts";
import { readServerFiles, type ServerFiles } from "../environment/mcp-files.ts";
import type { Secrets } from "../environment/secrets.ts";
import type { Trust } from "../environment/trust.ts";
import type { ServerParts } from "../agent/run-parts.ts";
import type { McpConnection, McpConnections, McpServer } from "../mcp/connection.ts";
import { createGuard } from "../network/create-guard.ts";
import type { Guard } from "../network/guard.ts";
import type { Diagnostic, Language, SessionView } from "../protocol/index.ts";
import type { FolderConfig } from "./folder-config.ts";
import type { Servers } from "./mcp/open-servers.ts";
import { createSessionServers } from "./mcp/session-servers.ts";
import type { Mcp } from "./mcp/manage-servers.ts";

export interface McpOptions {
  env: Readonly<Record<string, string | undefined>>;
  home: Home;
  language: Language;
  secrets: Pick<Secrets, "getSecret">;
  trust: Pick<Trust, "find">;
  environments: Pick<Environments, "current">;
  /** Default: one of its own. What the person's configuration allows is allowed on top. */
  guard?: Guard;
  /** Sees every connection that is made, once there are any. */
  watch?(connections: McpConnections): Promise<McpConnections>;
}

/** MCP servers as a runtime uses them. Where none is configured, nothing of them is loaded. */
export interface McpParts {
  api: Mcp;
  /** For one run: what its sessions get of servers. Tells what of the files has no effect. */
  forRun(
    view: SessionView,
    config: Pick<FolderConfig, "config" | "environment">,
    tell: (diagnostic: Diagnostic) => void,
  ): Promise<ServerParts>;
  diagnose(folder: string): Promise<Diagnostic[]>;
  /** Those that a person configured or approved. Starts nothing. */
  approved(folder: string, environment?: string): Promise<McpServer[]>;
  /** Starts nothing. */
  open(server: McpServer, roots?: readonly string[]): Promise<McpConnection>;
  /** Ends every process. */
  close(): Promise<void>;
}

/** How long a call that runs waits for a person, where no setting says otherwise. */
const defaultAskMs = 600_000;

export function createMcp(options: McpOptions): McpParts {
  const { home, trust, language } = options;
  /** What the person's configuration names, as it was last read. */
  const allowed: string[] = [];
  let loading: Promise<Servers> | undefined;
  const guard = (options.guard ?? createGuard()).allowing(allowed);

  const load = (): Promise<Servers> =>
    (loading ??= import("./mcp/open-servers.ts").then(({ openServers }) =>
      openServers({ ...options, guard }),
    ));

  async function readFiles(
    folder: string,
    { config, environment }: Pick<FolderConfig, "config" | "environment">,
  ): Promise<ServerFiles> {
    allowed.splice(0, allowed.length, ...(config.network?.allow ?? []));
    return readServerFiles(folder, { home, trust, config, environment, language });
  }

  /** The files for work in a folder, without a run. */
  async function look(folder: string, session?: string): Promise<ServerFiles> {
    const { config } = await loadConfig(home, { language });
    const { environment } = await options.environments.current({ session });
    return readFiles(folder, { config, ...(environment ? { environment } : {}) });
  }

  async function read({ files, diagnostics }: ServerFiles) {
    if (files.length === 0) return { entries: [], diagnostics };
    const found = (await load()).read(files);
    return { entries: found.entries, diagnostics: [...diagnostics, ...found.diagnostics] };
  }

  async function usable(folder: string, environment: string | undefined) {
    const { entries } = await read(await look(folder, environment));
    return entries.flatMap((entry) =>
      entry.server && entry.off === undefined ? [{ ...entry, server: entry.server }] : [],
    );
  }

  const manage = async (): Promise<Mcp> => {
    const { manageServers } = await import("./mcp/manage-servers.ts");
    return manageServers({ home, trust, language, load, look });
  };

  return {
    api: {
      list: async (...args) => (await manage()).list(...args),
      add: async (...args) => (await manage()).add(...args),
      remove: async (...args) => (await manage()).remove(...args),
      tools: async (...args) => (await manage()).tools(...args),
      call: async (...args) => (await manage()).call(...args),
      login: async (...args) => (await manage()).login(...args),
      presets: async (described) => (await manage()).presets(described),
    },
    async forRun(view, config, tell) {
      const files = await readFiles(view.folder, config);
      for (const diagnostic of (await read(files)).diagnostics) tell(diagnostic);
      return createSessionServers({
        files: files.files,
        load,
        tell,
        askMs: config.config.timeouts?.askMs ?? defaultAskMs,
      });
    },
    diagnose: async (folder) => (await read(await look(folder))).diagnostics,
    async approved(folder, environment) {
      const entries = await usable(folder, environment);
      if (entries.length === 0) return [];
      const { approvals } = await load();
      const checked = await Promise.all(
        entries.map(async (entry) => ({ entry, standing: await approvals.check(entry, undefined) })),
      );
      return checked.flatMap(({ entry, standing }) => (standing.state === "approved" ? [entry.server] : []));
    },
    open: async (server, roots) => (await load()).open(server, roots),
    async close() {
      const opened = await loading?.catch(() => undefined);
      await opened?.close();
      await guard.close();
    },
  };
}
