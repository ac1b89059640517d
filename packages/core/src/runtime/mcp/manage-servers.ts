import { findProjectConfiguration } from "../../environment/find-project-configuration.ts";
import { realPathOf } from "../../environment/folder-chain.ts";
import type { Home } from "../../environment/home.ts";
import {
  projectServersName,
  writeProjectServer,
  writeUserServer,
  type ServerFiles,
} from "../../environment/mcp-files.ts";
import type { Trust } from "../../environment/trust.ts";
import { showLaunch } from "../../mcp/approval-digest.ts";
import type { ServerEntry } from "../../mcp/config.ts";
import { readDefinition } from "../../mcp/config-definition.ts";
import { readServerName, sameName } from "../../mcp/config-name.ts";
import type { McpCallResult, McpLogin, McpPromptInfo, McpServer, McpToolInfo } from "../../mcp/connection.ts";
import { McpFailure } from "../../mcp/failure.ts";
import { listPresets, type McpPreset } from "../../mcp/presets.ts";
import type { KnownServer, UsableEntry } from "../../mcp/tools-server.ts";
import { nearestNames } from "../../model/nearest.ts";
import { SkillmintError, type Diagnostic, type Language } from "../../protocol/index.ts";
import { loadMcpWords } from "./mcp-words.ts";
import type { Servers } from "./open-servers.ts";

/** Where a person asks about servers. */
export interface McpPlace {
  folder: string;
  /** The environment to go by; default: the one in use. */
  environment?: string | undefined;
}

export interface McpServerStatus {
  name: string;
  from: McpServer["from"];
  file: string;
  type?: "stdio" | "http" | "sse";
  /** How it is started or reached; of the person's own without the values of variables. */
  target?: string;
  /** `approval`: a person is asked when it is first used. */
  state: "ready" | "approval" | "disabled" | "shadowed" | "invalid";
  reason?: string;
  /** How many tools it had when it last ran. */
  tools?: number;
}

export interface McpList {
  servers: McpServerStatus[];
  diagnostics: Diagnostic[];
  /** There is a `.mcp.json` that counts for nothing because nobody trusts the folder. */
  untrusted: boolean;
}

export interface McpDefinition {
  command?: string;
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
  cwd?: string;
  type?: "stdio" | "http" | "streamable-http" | "sse";
  url?: string;
  headers?: Readonly<Record<string, string>>;
}

export interface McpServerTools {
  server: string;
  tools: McpToolInfo[];
  prompts: McpPromptInfo[];
  resources: { uri: string; name: string; description?: string; mimeType?: string }[];
}

/**
 * What a person does with MCP servers themselves; none of it is gated. A name that is no server is refused with
 * `mcp-server-unknown`, what a server does wrong with `mcp-failed`.
 */
export interface Mcp {
  list(place: McpPlace): Promise<McpList>;
  /** Writes a server into the person's configuration, or the project's; either is the approval of how it starts. */
  add(
    name: string,
    definition: McpDefinition,
    place: McpPlace & { project?: boolean },
  ): Promise<{ file: string; replaced: boolean; trusted: boolean }>;
  remove(name: string, place: McpPlace & { project?: boolean }): Promise<{ file: string }>;
  tools(name: string, place: McpPlace, signal?: AbortSignal): Promise<McpServerTools>;
  call(
    name: string,
    call: {
      tool: string;
      input: Record<string, unknown>;
      signal: AbortSignal;
      progress?: (text: string) => void;
    },
    place: McpPlace,
  ): Promise<McpCallResult>;
  login(name: string, login: McpLogin, place: McpPlace): Promise<void>;
  /** Well-known servers, described in the language of the person. */
  presets(described?: Language): Promise<readonly McpPreset[]>;
}

export interface ManageOptions {
  home: Home;
  trust: Pick<Trust, "find">;
  language: Language;
  load(): Promise<Servers>;
  look(folder: string, environment?: string): Promise<ServerFiles>;
}

function usage(message: string): SkillmintError {
  return new SkillmintError("usage", { params: { message } });
}

async function asError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof McpFailure)) throw error;
    throw new SkillmintError("mcp-failed", { params: { message: error.message }, cause: error });
  }
}

export function manageServers(options: ManageOptions): Mcp {
  const { home, trust, language } = options;

  async function readAll({ folder, environment }: McpPlace) {
    const servers = await options.load();
    const found = await options.look(folder, environment);
    const { entries, diagnostics } = servers.read(found.files);
    return { servers, entries, diagnostics: [...found.diagnostics, ...diagnostics] };
  }

  async function isUntrusted(folder: string): Promise<boolean> {
    if (await trust.find(folder)) return false;
    const names = await findProjectConfiguration(folder, home);
    return names.some((name) => name.endsWith(projectServersName));
  }

  async function unknown(
    name: string,
    entries: readonly ServerEntry[],
    { folder }: McpPlace,
  ): Promise<SkillmintError> {
    const names = [...new Set(entries.map((entry) => entry.name))];
    const nearest = nearestNames(name, names).join(", ");
    const hint = (await isUntrusted(folder)) ? (await loadMcpWords(language))("untrusted") : "";
    const detail = [nearest, hint].filter((line) => line !== "").join("\n");
    return new SkillmintError("mcp-server-unknown", {
      params: { name },
      ...(detail === "" ? {} : { detail }),
    });
  }

  /** By its name here, or as it was written. */
  async function find(
    entries: readonly ServerEntry[],
    written: string,
    place: McpPlace,
  ): Promise<ServerEntry> {
    const read = readServerName(written);
    const name = "name" in read ? read.name : written;
    const named = entries.filter((entry) => sameName(entry.name, name));
    const entry = named.find(({ off }) => off === undefined) ?? named[0];
    if (!entry) throw await unknown(written, entries, place);
    return entry;
  }

  async function know(name: string, place: McpPlace): Promise<{ known: KnownServer; servers: Servers }> {
    const { servers, entries } = await readAll(place);
    const entry = await find(entries, name, place);
    const { server, off, reason = "" } = entry;
    if (!server || off !== undefined) throw usage(servers.text("mcp.invalid", { name: entry.name, reason }));
    const known = servers.know({ ...entry, server }, { folder: place.folder, roots: [place.folder] });
    return { known, servers };
  }

  async function statusOf(servers: Servers, entry: ServerEntry, folder: string): Promise<McpServerStatus> {
    const { name, from, file, server, off, reason } = entry;
    const base = { name, from, file, ...(reason === undefined ? {} : { reason }) };
    if (!server) return { ...base, state: off ?? "invalid" };
    const about = { ...base, type: server.launch.type, target: showLaunch(server) };
    if (off !== undefined) return { ...about, state: off };
    const known = servers.know({ ...entry, server }, { folder, roots: [folder] });
    await known.load();
    const standing = await known.standing();
    const tools = known.infos()?.length;
    return {
      ...about,
      state: standing.state === "approved" ? "ready" : "approval",
      ...(tools === undefined ? {} : { tools }),
    };
  }

  return {
    async list(place) {
      const { servers, entries, diagnostics } = await readAll(place);
      const status = await Promise.all(entries.map((entry) => statusOf(servers, entry, place.folder)));
      return { servers: status, diagnostics, untrusted: await isUntrusted(place.folder) };
    },
    async add(name, definition, place) {
      const { servers, entries } = await readAll(place);
      const { text, approvals } = servers;
      const read = readServerName(name);
      const { launch, problem } = readDefinition(definition);
      const wrong = "problem" in read ? read.problem : read.changed ? "characters" : problem;
      if (wrong !== undefined || !launch)
        throw usage(
          text("mcp.invalid", { name: name.slice(0, 100), reason: text(`mcp.invalid.${wrong ?? "shape"}`) }),
        );
      const isProject = place.project === true;
      const folder = (await realPathOf(place.folder)) ?? place.folder;
      const from = isProject ? ("project" as const) : ("user" as const);
      const isHere = (entry: ServerEntry): boolean =>
        entry.from === from && sameName(entry.name, name) && (!isProject || entry.folder === folder);
      let file = home.config;
      if (isProject) ({ file } = await writeProjectServer(folder, name, { ...definition }, language));
      else await writeUserServer(home, name, { ...definition }, language);
      // As it will be read: approval is for exactly that.
      const written = servers.read([{ from, file, folder, servers: { [name]: definition } }]).entries[0];
      if (written?.server) await approvals.approve({ ...written, server: written.server }, undefined);
      const trusted = !isProject || (await trust.find(folder)) !== undefined;
      return { file, replaced: entries.some(isHere), trusted };
    },
    async remove(name, place) {
      const { servers, entries } = await readAll(place);
      const entry = await find(
        entries.filter(({ from }) => (place.project === true ? from === "project" : true)),
        name,
        place,
      );
      const { from, file, folder } = entry;
      if (from !== "user" && from !== "project")
        throw usage(servers.text("mcp.removeThere", { name: entry.name, file }));
      if (from === "project" && place.project !== true)
        throw usage(servers.text("mcp.removeProject", { name: entry.name, file }));
      const removed =
        from === "user"
          ? await writeUserServer(home, name, undefined, language)
          : (await writeProjectServer(folder, name, undefined, language)).changed;
      if (!removed) throw await unknown(name, entries, place);
      if (entry.server) {
        const usable: UsableEntry = { ...entry, server: entry.server };
        await servers.approvals.forget(usable);
        await servers.know(usable, { folder: place.folder, roots: [place.folder] }).close();
      }
      return { file };
    },
    async tools(name, place, signal) {
      const { known } = await know(name, place);
      return asError(async () => {
        const tools = [...(await known.list(signal))];
        const connection = await known.connect();
        const [prompts, resources] = await Promise.all([
          connection.prompts(signal),
          connection.resources(signal),
        ]);
        return { server: known.name, tools, prompts, resources };
      });
    },
    async call(name, { tool, input, signal, progress }, place) {
      const { known, servers } = await know(name, place);
      return asError(async () => {
        const tools = (await known.list(signal)).map((info) => info.name);
        if (!tools.includes(tool)) {
          const nearest = nearestNames(tool, tools).join(", ") || "–";
          const message = servers.text("mcp.toolGone", { tool, name: known.name, nearest });
          throw new SkillmintError("mcp-failed", { params: { message } });
        }
        const connection = await known.connect();
        return connection.call(tool, input, { signal, ...(progress ? { progress } : {}) });
      });
    },
    async login(name, login, place) {
      const { known, servers } = await know(name, place);
      await asError(async () => (await servers.connections()).login(known.entry.server, login));
    },
    presets: async (described = language) => listPresets(described),
  };
}
