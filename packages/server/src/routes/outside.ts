import { toResultJson } from "@skillmint/core";
import { browserApi, mcpApi, webApi, type Received } from "@skillmint/core/protocol/api";
import type { Context } from "hono";
import type { App, AppEnv, RouteParts } from "../app.ts";
import { serverTexts } from "../texts.ts";
import { createAreaWords } from "@skillmint/core/protocol";
import { dropUndefined } from "./drop-undefined.ts";
import { serveTable, type Handler, type Handlers } from "./serve.ts";

type BrowserTable = typeof browserApi;

function addMcp(app: App, { runtime, folder }: RouteParts): void {
  const { mcp } = runtime;
  const place = { folder };
  const wordsOf = (c: Context<AppEnv>) => createAreaWords(serverTexts, c.var.language);
  const handlers: Handlers<typeof mcpApi> = {
    addMcpServer: async ({ body: { name, ...definition } }, c) => {
      await mcp.add(name, dropUndefined(definition), place);
      return { output: wordsOf(c)("mcpAdded", { name }) };
    },
    removeMcpServer: async ({ body: { name } }, c) => {
      await mcp.remove(name, place);
      return { output: wordsOf(c)("mcpRemoved", { name }) };
    },
    listMcpServers: async () => {
      const { servers } = await mcp.list(place);
      return { output: JSON.stringify(servers.map(({ name }) => name)), servers };
    },
    listMcpTools: async ({ body }, c) => {
      const { tools } = await mcp.tools(body.server_name, place, c.req.raw.signal);
      return { output: JSON.stringify(tools), tools };
    },
    listMcpPresets: async (_, c) => {
      const presets = await mcp.presets(c.var.language);
      return presets.map(({ name, description, command, args, url, env, takesFolder }) => ({
        name,
        description,
        ...dropUndefined({ command, url }),
        ...(args ? { args: [...args, ...(takesFolder ? [folder] : [])] } : {}),
        ...(env ? { env } : {}),
      }));
    },
    callMcpTool: async ({ body }, c) => {
      const call = { tool: body.tool_name, input: body.arguments ?? {}, signal: c.req.raw.signal };
      return { output: JSON.stringify(toResultJson(await mcp.call(body.server_name, call, place))) };
    },
  };
  serveTable(app, mcpApi, handlers);
}

function addBrowser(app: App, { runtime, folder }: RouteParts): void {
  const act =
    (action: keyof BrowserTable): Handler<BrowserTable["navigate"]> =>
    async ({ body: { sessionId, ...input } }: Received<BrowserTable["navigate"]>, c: Context<AppEnv>) => {
      const place = { folder, signal: c.req.raw.signal, ...(sessionId ? { sessionId } : {}) };
      const { output, image } = await runtime.browser.act(action, input, place);
      if (!image) return { output };
      return {
        output,
        image: { mediaType: image.mediaType, data: Buffer.from(image.data).toString("base64") },
      };
    };
  const actions = Object.keys(browserApi) as (keyof BrowserTable)[];
  const handlers = Object.fromEntries(actions.map((action) => [action, act(action)]));
  serveTable(app, browserApi, handlers as unknown as Handlers<BrowserTable>);
}

/** What reaches beyond this machine: MCP servers, a browser, the web, as the source documents name their routes. */
export function addOutside(app: App, parts: RouteParts): void {
  addMcp(app, parts);
  addBrowser(app, parts);
  const { internet } = parts.runtime;
  serveTable(app, webApi, {
    listSearchProviders: () => internet.searchKeys.providers(),
    setSearchKey: ({ params, body: { key, keychain } }) =>
      internet.searchKeys.setKey(params.id, key, dropUndefined({ keychain })),
    removeSearchKey: async ({ params }) => ({ done: await internet.searchKeys.removeKey(params.id) }),
    searchWeb: async ({ body }, c) => {
      const { output } = await internet.search(dropUndefined(body), c.req.raw.signal);
      return { output };
    },
  });
}
