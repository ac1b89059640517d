import { z } from "zod";
import { nearestNames } from "../model/nearest.ts";
import { defineTool, textResult, ToolFailure, type Tool, type ToolContext } from "../tool/define-tool.ts";
import { sameName } from "./config-name.ts";
import { describeUse, enterServer, toFailure, type CallEnv } from "./tools-call.ts";
import { markOutside } from "../tool/mark-outside.ts";
import { toResult } from "./tools-result.ts";
import type { KnownServer } from "./tools-server.ts";

export interface DiscoverEnv extends CallEnv {
  /** All servers that can be used in the session now. */
  servers(): readonly KnownServer[];
}

const mostTools = 100;
const mostResources = 50;
const lineChars = 160;

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > lineChars ? `${line.slice(0, lineChars)}…` : line;
}

function findServer(env: DiscoverEnv, name: string): KnownServer {
  const servers = env.servers();
  const known = servers.find((server) => sameName(server.name, name));
  if (known) return known;
  const nearest = nearestNames(
    name,
    servers.map((server) => server.name),
  ).join(", ");
  throw new ToolFailure(env.text("mcp.noServer", { name, nearest: nearest || "–" }));
}

/** Whether no rule refuses the server as a whole. */
function mayUse({ name }: KnownServer, context: ToolContext): boolean {
  return context.judge?.({ tool: `mcp__${name}__`, effect: "read", resources: [] }) !== "deny";
}

function refuseDenied(env: DiscoverEnv, known: KnownServer, context: ToolContext): void {
  if (mayUse(known, context)) return;
  throw new ToolFailure(env.text("mcp.denied", { name: known.name }), { status: "denied" });
}

interface Hit {
  name: string;
  description: string;
  score: number;
}

/** Tools whose name or description holds a word of the query; all where none is asked for. */
function search(known: KnownServer, query: string | undefined): Hit[] {
  const words = (query ?? "").toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const hits = [...(known.tools() ?? [])].map(([name, { description, title = "" }]) => {
    const told = description || title;
    const score = words.reduce(
      (sum, word) =>
        sum + (name.toLowerCase().includes(word) ? 3 : 0) + (told.toLowerCase().includes(word) ? 1 : 0),
      0,
    );
    return { name, description: oneLine(told), score };
  });
  if (words.length === 0) return hits;
  return hits.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
}

async function listResources(env: DiscoverEnv, known: KnownServer, signal: AbortSignal): Promise<string[]> {
  const resources = await (await known.connect()).resources(signal);
  if (resources.length === 0) return [];
  const lines = resources
    .slice(0, mostResources)
    .map(({ uri, name, description }) => `- ${uri} ${oneLine(description ?? name)}`);
  const more = resources.length - lines.length;
  return [
    env.text("mcp.tools.resources", { name: known.name }),
    ...lines,
    ...(more > 0 ? [env.text("mcp.tools.more", { count: more })] : []),
  ];
}

function wordServer(env: DiscoverEnv, known: KnownServer, query: string | undefined, most: number): string[] {
  const { text } = env;
  const { name } = known;
  const count = known.tools()?.size;
  if (count === undefined) return [text("mcp.tools.unknown", { name })];
  const hits = search(known, query);
  const lines = hits
    .slice(0, most)
    .map((hit) => `- ${hit.name}${hit.description ? `: ${hit.description}` : ""}`);
  const more = hits.length - lines.length;
  return [
    text("mcp.tools.server", { name, count }),
    ...lines,
    ...(more > 0 ? [text("mcp.tools.more", { count: more })] : []),
    ...(hits.length === 0 && query !== undefined && count > 0 ? [text("mcp.tools.noHit")] : []),
  ];
}

/** Starts what nobody has to be asked about and whose tools nobody knows. One that fails is told of. */
async function learn(
  env: DiscoverEnv,
  servers: readonly KnownServer[],
  context: ToolContext,
): Promise<string[]> {
  const unknown = servers.filter((known) => known.tools() === undefined || known.isStale());
  const told = await Promise.all(
    unknown.map(async (known) => {
      try {
        if ((await known.standing()).state !== "approved") return [];
        await env.approvals.bind(known.entry, await known.list(context.signal));
        return [];
      } catch (error) {
        const failure = toFailure(error);
        if (!(failure instanceof ToolFailure)) throw failure;
        return [failure.message];
      }
    }),
  );
  return told.flat();
}

const input = z.object({ server: z.string().optional(), query: z.string().optional() });

/** Lists and searches what servers have. What it lists is offered from the next request on, by its name. */
export function createMcpTools(env: DiscoverEnv, names: readonly string[]): Tool {
  const { text } = env;
  return defineTool({
    name: "McpTools",
    description: text("mcp.tools.description", { servers: names.join(", ") }),
    input,
    effect: "read",
    aliases: { name: "server", search: "query" },
    async describe({ server, query }) {
      const title = ["McpTools", server, query].filter((word) => word !== undefined).join(" ");
      if (server === undefined) return { title, resources: [] };
      const known = findServer(env, server);
      const standing = await known.standing();
      // What it says of itself may be looked at by now; only starting something new is a matter for a person.
      if (standing.state !== "launch") return { title, resources: [], subject: known.name };
      return describeUse(text, known, standing, title);
    },
    async run({ server, query }, context) {
      const chosen = server === undefined ? undefined : findServer(env, server);
      const about: string[] = [];
      if (chosen) {
        refuseDenied(env, chosen, context);
        const description = await this.describe({ server, query }, context.workspace, context.memory);
        const standing = await chosen.standing();
        if (standing.state === "launch")
          await enterServer(env, { known: chosen, description, name: "McpTools" }, context);
      }
      const servers = chosen ? [chosen] : env.servers().filter((known) => mayUse(known, context));
      const failed = chosen || query !== undefined ? await learn(env, servers, context) : [];
      const most = Math.max(5, Math.floor(mostTools / Math.max(1, servers.length)));
      for (const known of servers) about.push(...wordServer(env, known, query, most));
      if (chosen && failed.length === 0) {
        const instructions = (await chosen.connect()).instructions();
        if (instructions) about.unshift(text("mcp.tools.instructions"), instructions.slice(0, 4_000));
        if (query === undefined) about.push(...(await listResources(env, chosen, context.signal)));
      }
      const words = [...about, ...failed].join("\n");
      return textResult(`${markOutside(words, "MCP", env.outside)}\n${text("mcp.tools.callable")}`);
    },
  });
}

/** Reads one resource of a server. */
export function createMcpResource(env: DiscoverEnv): Tool {
  const { text } = env;
  return defineTool({
    name: "McpResource",
    description: text("mcp.resource.description"),
    input: z.object({ server: z.string(), uri: z.string() }),
    effect: "network",
    onDemand: /\bMcpResource\b/,
    async describe({ server, uri }) {
      const known = findServer(env, server);
      return describeUse(text, known, await known.standing(), `McpResource ${known.name} ${uri}`);
    },
    async run({ server, uri }, context) {
      const known = findServer(env, server);
      refuseDenied(env, known, context);
      const description = await this.describe({ server, uri }, context.workspace, context.memory);
      const connection = await enterServer(env, { known, description, name: "McpResource" }, context);
      try {
        const content = await connection.readResource(uri, context.signal);
        return toResult({ isError: false, content }, { ...env, server: known.name, tool: uri });
      } catch (error) {
        throw toFailure(error);
      }
    },
  });
}
