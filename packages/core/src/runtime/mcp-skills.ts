import { access } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { ActivationRefused } from "../agent/skills/activate-skill.ts";
import type { SkillSource } from "../agent/skills/skill-source.ts";
import type { Home } from "../environment/home.ts";
import type { McpConnection, McpConnections, McpServer } from "../mcp/connection.ts";
import type { ListedState, McpSkills } from "../mcp/skills/create-mcp-skills.ts";
import type { RemoteListing } from "../mcp/skills/remote-skills.ts";
import type { Language } from "../protocol/index.ts";
import type { SkillLayer } from "../skill/discover/layer.ts";

export interface McpSkillPartsOptions {
  home: Pick<Home, "cache">;
  language: Language;
  /** The servers that a person configured or approved, for work in a folder. Starts nothing. */
  servers(folder: string, environment?: string): Promise<readonly McpServer[]>;
  /** Starts nothing. `roots`: the folders that the server may be told of. */
  open(server: McpServer, roots: readonly string[]): Promise<McpConnection>;
}

/** Skills that MCP servers give, as a runtime uses them. Where no server ever listed one, nothing of it is loaded. */
export interface McpSkillParts {
  layer: SkillLayer;
  prepare: NonNullable<SkillSource["prepare"]>;
  look(folder: string): Promise<ListedState | undefined>;
  /** Asks a server for its skills; `undefined` where it knows none. */
  refresh(connection: McpConnection, signal?: AbortSignal): Promise<RemoteListing | undefined>;
  /** The same connections, that ask servers for their skills beside whatever they were started for. */
  watch(connections: McpConnections): Promise<McpConnections>;
}

export function createMcpSkillParts({ home, language, servers, open }: McpSkillPartsOptions): McpSkillParts {
  const folder = join(home.cache, "mcp-skills");
  let made: Promise<McpSkills> | undefined;
  const load = (): Promise<McpSkills> =>
    (made ??= import("../mcp/skills/create-mcp-skills.ts").then(({ createMcpSkills }) =>
      createMcpSkills({
        folder,
        language,
        servers: (context) =>
          servers(
            context.folder,
            context.environmentFolder === undefined
              ? undefined
              : basename(dirname(context.environmentFolder)),
          ),
        open,
      }),
    ));
  const isThere = (): Promise<boolean> =>
    access(folder).then(
      () => true,
      () => false,
    );
  return {
    layer: {
      name: "mcp",
      find: async (context) => ((await isThere()) ? (await load()).layer.find(context) : []),
    },
    async prepare(skill, signal) {
      if (skill.layer !== "mcp") return undefined;
      try {
        await (await load()).prepare(skill, signal);
        return undefined;
      } catch (error) {
        if (signal.aborted || !(error instanceof Error)) throw error;
        throw new ActivationRefused(error.message);
      }
    },
    look: async (place) => (place.includes("mcp-skills") ? (await load()).look(place) : undefined),
    refresh: async (connection, signal) => (await load()).refresh(connection, signal),
    async watch(connections) {
      const { watchConnections } = await import("../mcp/skills/watch-connections.ts");
      return watchConnections(connections, await load());
    },
  };
}
