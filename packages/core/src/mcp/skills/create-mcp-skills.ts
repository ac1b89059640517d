import { access, realpath } from "node:fs/promises";
import { sep } from "node:path";
import type { Language } from "../../protocol/index.ts";
import { createAreaWords } from "../../protocol/text/area.ts";
import { mcpSkillTexts } from "../../protocol/text/mcp-skills.ts";
import type { LayerContext, SkillLayer, SkillRoot } from "../../skill/discover/layer.ts";
import type { McpConnection, McpServer } from "../connection.ts";
import { fetchSkill, listRemoteSkills, McpSkillRefused, type RemoteListing } from "./remote-skills.ts";
import { createSkillStore, storeFolder, type SkillStore } from "./skill-store.ts";

export interface McpSkillsOptions {
  /** A folder for the listings, outside all places where skills are looked for. */
  folder: string;
  language: Language;
  /** The servers that a person configured or approved, for work in a folder. Starts nothing. */
  servers(context: Pick<LayerContext, "folder" | "environmentFolder">): Promise<readonly McpServer[]>;
  /** Starts nothing. `roots`: the folders that the server may be told of. */
  open(server: McpServer, roots: readonly string[]): Promise<McpConnection>;
}

/** A skill as a person approves it: by the files that were listed, fetched or not. */
export interface ListedState {
  digest: string;
  files: { path: string; digest: string }[];
}

/**
 * Skills that MCP servers give. What a server listed when it was last connected is what there is; files are fetched
 * when a skill is used, and checked each time.
 */
export interface McpSkills {
  readonly layer: SkillLayer;
  /** Asks a server for its skills, starting it where it does not run; `undefined` where it knows none. */
  refresh(connection: McpConnection, signal?: AbortSignal): Promise<RemoteListing | undefined>;
  /**
   * Makes sure that a skill's folder holds exactly what its server listed, fetching it where it does not. Does nothing
   * for skills of other layers. Refused with `McpSkillRefused`, or the connection's own failure.
   */
  prepare(skill: { layer: string; folder: string; name: string }, signal?: AbortSignal): Promise<void>;
  /** `undefined` for folders that are not of such a skill. */
  look(folder: string): Promise<ListedState | undefined>;
}

const layerName = "mcp";

export function createMcpSkills({ folder: root, language, servers, open }: McpSkillsOptions): McpSkills {
  const words = createAreaWords(mcpSkillTexts, language);
  /** Whose skills lie where, of the servers that were named so far, and where they work. */
  const known = new Map<string, { server: McpServer; folder: string }>();
  const storeOf = (place: string, server: string): SkillStore =>
    createSkillStore(place, words("unfetched", { server }), words);

  /** Without links, as skills are found below it. */
  let real = root;

  async function find({ folder, environmentFolder }: LayerContext): Promise<SkillRoot[]> {
    // Without a listing there is nothing to be found, and nobody has to be asked for servers.
    if (!(await isThere(root))) return [];
    real = await realpath(root);
    const named = await servers({
      folder,
      ...(environmentFolder === undefined ? {} : { environmentFolder }),
    });
    return named.map((server, order) => {
      const place = storeFolder(real, server);
      known.set(place, { server: placed(server, folder), folder });
      const { skills } = storeOf(place, server.name);
      return { folder: skills, layer: layerName, order, trusted: true, plugin: server.name, within: skills };
    });
  }

  /** The listing that a folder belongs to. */
  function storeAround(folder: string) {
    if (!folder.startsWith(`${real}${sep}`)) return undefined;
    const [key = ""] = folder.slice(real.length + 1).split(sep);
    const place = `${real}${sep}${key}`;
    const of = known.get(place);
    return { store: storeOf(place, of?.server.name ?? ""), of };
  }

  return {
    layer: { name: layerName, find },
    async refresh(connection, signal) {
      const { server } = connection;
      const place = storeFolder(root, server);
      const listing = await listRemoteSkills(connection, words, signal);
      const isKnown = await isThere(place);
      if (listing === undefined && !isKnown) return undefined;
      await storeOf(place, server.name).keep(listing?.skills ?? []);
      return listing;
    },
    async prepare({ layer, folder, name }, signal) {
      if (layer !== layerName) return;
      const around = storeAround(folder);
      if (!around?.of) throw new McpSkillRefused(words("gone", { server: name }));
      const { server, folder: work } = around.of;
      const skill = await around.store.find(folder);
      if (!skill) throw new McpSkillRefused(words("unlisted", { server: server.name }));
      if (await around.store.isWhole(skill, folder)) return;
      const files = await fetchSkill(await open(server, [work]), skill, words, signal);
      await around.store.fill(skill, folder, files);
    },
    async look(folder) {
      const skill = await storeAround(folder)?.store.find(folder);
      if (!skill) return undefined;
      const { digest, files } = skill;
      return { digest, files: files.map((file) => ({ path: file.path, digest: file.digest })) };
    },
  };
}

/** Without a folder of its own a server works where the session does. */
function placed(server: McpServer, folder: string): McpServer {
  const { launch } = server;
  return launch.type === "stdio"
    ? { ...server, launch: { ...launch, folder: launch.folder ?? folder } }
    : server;
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
