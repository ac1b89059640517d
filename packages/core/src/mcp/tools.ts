import { z } from "zod";
import type { Tool } from "../tool/define-tool.ts";
import type { ToolSource } from "../tool/registry.ts";
import { sameName } from "./config-name.ts";
import type { McpToolInfo } from "./connection.ts";
import { callTool, describeUse, type CallEnv } from "./tools-call.ts";
import { createMcpResource, createMcpTools } from "./tools-discover.ts";
import { serverOfTool } from "./tools-name.ts";
import { boundSchema } from "./tools-schema.ts";
import type { KnownServer } from "./tools-server.ts";

export interface McpSourceEnv extends CallEnv {
  /** The servers of the session as they are now; those that its active skills bring come last. */
  servers(): Promise<readonly KnownServer[]>;
}

/** What every request may carry of servers; with more, tools are offered once something names them. */
const mostDirect = 12;
const mostDirectChars = 6_000;
const longestDescription = 1_500;
/** How long a request waits for what a server has now. */
const refreshMs = 5_000;

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\-]/g, String.raw`\$&`);
}

function showInput(input: Record<string, unknown>): string {
  return Object.entries(input)
    .map(([key, value]) => `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(" ")
    .replaceAll(/\s+/g, " ");
}

/** One tool of a server. `info` is absent where the tool is only known by its name. */
function createTool(
  env: CallEnv,
  known: KnownServer,
  name: string,
  info: McpToolInfo | undefined,
  isDirect: boolean,
): Tool {
  const { text } = env;
  const { schema, isCut } = boundSchema(info?.inputSchema ?? {});
  const told = (info?.description ?? "").trim() || info?.title || name;
  const short = told.length > longestDescription ? `${told.slice(0, longestDescription)}…` : told;
  /** The server's own name of it; of one that nobody knows yet, what stands behind the server's. */
  const tool = info?.name ?? name.slice(`mcp__${known.name}__`.length);
  const describe = async (input: Record<string, unknown>) =>
    describeUse(text, known, await known.standing(tool), `${name} ${showInput(input)}`.trim());
  return {
    name,
    description: isCut ? `${short}\n${text("mcp.schemaCut")}` : short,
    input: z.record(z.string(), z.unknown()),
    inputSchema: schema,
    aliases: {},
    effect: known.effect,
    ...(isDirect ? {} : { onDemand: new RegExp(`\\b${escape(name)}(?![\\w-])`) }),
    describe,
    run: async (input, context) =>
      callTool(env, { known, tool, name, description: await describe(input) }, input, context),
  };
}

/**
 * The tools of all servers of a session. Known ones are there without a server running; what is offered at the start
 * of a run without being asked for is decided once, so that its requests begin alike.
 */
export function createMcpSource(env: McpSourceEnv): ToolSource {
  let servers: readonly KnownServer[] = [];
  let direct: ReadonlySet<string> | undefined;
  let own: readonly Tool[] = [];
  /** Servers that said their tools are others and then did not say which: asked again when they are used. */
  const silent = new WeakSet<KnownServer>();
  const made = new Map<string, { info: McpToolInfo; tool: Tool }>();
  const discover = { ...env, servers: () => servers };

  const toolOf = (known: KnownServer, name: string, info: McpToolInfo): Tool => {
    const key = `${known.name} ${name}`;
    const before = made.get(key);
    if (before?.info === info) return before.tool;
    const tool = createTool(env, known, name, info, direct?.has(name) === true);
    made.set(key, { info, tool });
    return tool;
  };

  const allTools = (): Tool[] =>
    servers.flatMap((known) => [...(known.tools() ?? [])].map(([name, info]) => toolOf(known, name, info)));

  /** Those of servers that nobody has to be asked about, where they are few. */
  async function chooseDirect(): Promise<ReadonlySet<string>> {
    const standings = await Promise.all(servers.map((known) => known.standing()));
    const names: string[] = [];
    let chars = 0;
    for (const [index, known] of servers.entries()) {
      if (standings[index]?.state !== "approved") continue;
      for (const [name, info] of known.tools() ?? []) {
        names.push(name);
        chars += JSON.stringify([name, info.description, info.inputSchema]).length;
      }
    }
    return new Set(names.length <= mostDirect && chars <= mostDirectChars ? names : []);
  }

  return {
    async refresh() {
      servers = await env.servers();
      await Promise.all(servers.map((known) => known.load()));
      const stale = servers.filter((known) => known.isStale() && !silent.has(known));
      await Promise.all(
        stale.map((known) => known.list(AbortSignal.timeout(refreshMs)).catch(() => silent.add(known))),
      );
      direct ??= await chooseDirect();
      if (own.length > 0 || servers.length === 0) return;
      const names = servers.map((known) => known.name);
      own = [createMcpTools(discover, names), createMcpResource(discover)];
    },
    tools: () => [...own, ...allTools()],
    find(name) {
      const server = serverOfTool(name);
      const known = server === undefined ? undefined : servers.find((one) => sameName(one.name, server));
      return known && createTool(env, known, name, undefined, false);
    },
  };
}
