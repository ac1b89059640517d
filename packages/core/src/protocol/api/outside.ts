import { z } from "zod";
import { idSchema } from "../id.ts";
import { get, post, put, remove } from "./endpoint.ts";
import { doneReply } from "./place.ts";

/** What the source documents answer with: the result as one text, a JSON text where it is more than words. */
const output = z.object({ output: z.string() });

const serverName = z.string().min(1).max(200);
const texts = z.record(z.string(), z.string());

/** `command` with what belongs to it, or `url`. */
const server = z.object({
  name: serverName,
  command: z.string().min(1).optional(),
  args: z.array(z.string()).optional(),
  env: texts.optional(),
  cwd: z.string().optional(),
  type: z.enum(["stdio", "http", "streamable-http", "sse"]).optional(),
  url: z.string().min(1).optional(),
  headers: texts.optional(),
});

export const mcpServerStatus = z.object({
  name: z.string(),
  from: z.enum(["user", "environment", "project", "skill"]),
  file: z.string(),
  type: z.enum(["stdio", "http", "sse"]).optional(),
  target: z.string().optional(),
  state: z.enum(["ready", "approval", "disabled", "shadowed", "invalid"]),
  reason: z.string().optional(),
  tools: z.number().int().optional(),
});
export type McpServerRow = z.infer<typeof mcpServerStatus>;

export const mcpPreset = z.object({
  name: z.string(),
  description: z.string(),
  command: z.string().optional(),
  args: z.array(z.string()).optional(),
  url: z.string().optional(),
  /** Values may be references to variables or secrets, never those themselves. */
  env: texts.optional(),
});
export type McpPresetRow = z.infer<typeof mcpPreset>;

export const mcpApi = {
  listMcpPresets: get({
    path: "/api/mcp/presets",
    summary: "Well-known MCP servers, as they would be added",
    reply: z.array(mcpPreset),
  }),
  addMcpServer: post({
    path: "/api/mcp/add-server",
    summary: "Adds an MCP server to your configuration",
    body: server,
    reply: output,
  }),
  removeMcpServer: post({
    path: "/api/mcp/remove-server",
    summary: "Removes an MCP server from your configuration",
    body: z.object({ name: serverName }),
    reply: output,
  }),
  listMcpServers: post({
    path: "/api/mcp/list-servers",
    summary: "The names of the MCP servers, and how each stands",
    body: z.object({}),
    reply: output.extend({ servers: z.array(mcpServerStatus) }),
  }),
  listMcpTools: post({
    path: "/api/mcp/list-tools",
    summary: "The tools of an MCP server; it is started for it",
    body: z.object({ server_name: serverName }),
    reply: output.extend({
      tools: z.array(z.object({ name: z.string(), title: z.string().optional(), description: z.string() })),
    }),
  }),
  callMcpTool: post({
    path: "/api/mcp/call-tool",
    summary: "Calls a tool of an MCP server, as you",
    body: z.object({
      server_name: serverName,
      tool_name: z.string().min(1),
      arguments: z.record(z.string(), z.unknown()).optional(),
    }),
    reply: output,
  }),
};

const searchProvider = z.object({
  id: z.string(),
  name: z.string(),
  /** The variable that may hold its key; absent where it needs none. */
  variable: z.string().optional(),
  /** Where a key was found. Keys themselves are never told. */
  key: z.enum(["environment", "file", "keychain"]).optional(),
  /** Everyone runs their own: it needs an address. */
  needsAddress: z.boolean(),
});
export type SearchProviderRow = z.infer<typeof searchProvider>;

const searchProviderPath = "/api/web/search/providers/:id";

export const webApi = {
  listSearchProviders: get({
    path: "/api/web/search/providers",
    summary: "Who can be asked to search the web, in the order in which a key decides",
    reply: z.array(searchProvider),
  }),
  setSearchKey: put({
    path: searchProviderPath,
    summary: "Stores a search provider's key; it cannot be read back",
    body: z.object({ key: z.string().trim().min(1).max(10_000), keychain: z.boolean().optional() }),
    reply: z.object({ place: z.string() }),
  }),
  removeSearchKey: remove({
    path: searchProviderPath,
    summary: "Forgets a search provider's key",
    reply: doneReply,
  }),
  searchWeb: post({
    path: "/api/web/search",
    summary: "Searches the web with the provider of your settings",
    body: z.object({
      query: z.string().trim().min(1).max(2_000),
      count: z.number().int().min(1).max(20).optional(),
    }),
    reply: output,
  }),
};

/** Whose browser: a session's own, else the one that all such calls share. */
const browserBody = z.looseObject({ sessionId: idSchema("ses").optional() });

const browserRoute = <const A extends string>(action: A, summary: string) =>
  post({
    path: `/api/browser/${action}`,
    summary,
    body: browserBody,
    reply: output.extend({ image: z.object({ mediaType: z.string(), data: z.string() }).optional() }),
  });

export const browserApi = {
  navigate: browserRoute("navigate", "Opens a page: url"),
  click: browserRoute("click", "Clicks: selector or ref"),
  type: browserRoute("type", "Types: selector or ref, text"),
  select: browserRoute("select", "Chooses in a list: selector or ref, values"),
  press: browserRoute("press", "Presses a key: key"),
  wait: browserRoute("wait", "Waits for a text or a time"),
  snapshot: browserRoute("snapshot", "The page as a tree with references"),
  screenshot: browserRoute("screenshot", "A picture of the page; path: saved in the folder"),
  evaluate: browserRoute("evaluate", "Runs a script in the page: script"),
  content: browserRoute("content", "The HTML of the page"),
  tabs: browserRoute("tabs", "Lists, opens, chooses and closes tabs"),
  back: browserRoute("back", "Goes back"),
  close: browserRoute("close", "Closes the browser"),
};
