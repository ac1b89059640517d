import { usageApi } from "@skillmint/core/protocol/api";
import type { App, RouteParts } from "../app.ts";
import { serveTable, type Handlers } from "./serve.ts";

const day = 24 * 60 * 60 * 1000;

/** What models were paid for. */
export function addUsage(app: App, { runtime }: RouteParts): void {
  const handlers: Handlers<typeof usageApi> = {
    getUsage: async ({ query: { zone, to = Date.now() + 1, from = to - 30 * day } }) => ({
      from,
      to,
      zone,
      ...(await (await runtime.usage()).report({ from, to, zone })),
    }),
    getSessionUsage: async ({ params, query }) => {
      const id = await runtime.sessions.find(params.id);
      return (await runtime.usage()).ofSession(id, query.zone);
    },
  };
  serveTable(app, usageApi, handlers);
}
