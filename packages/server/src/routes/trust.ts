import { trustApi } from "@skillmint/core/protocol/api";
import type { App, RouteParts } from "../app.ts";
import { dropUndefined } from "./drop-undefined.ts";
import { createPlaces } from "./find-place.ts";
import { serveTable, type Handlers } from "./serve.ts";

/** Whose configuration counts. */
export function addTrust(app: App, parts: RouteParts): void {
  const { trust } = parts.runtime.settings;
  const findPlace = createPlaces(parts);
  const handlers: Handlers<typeof trustApi> = {
    getTrust: async ({ query }) => {
      const { folder } = await findPlace(query);
      const [around, ignored] = await Promise.all([trust.find(folder), trust.findIgnored(folder)]);
      const { folder: by, trustedAt } = around ?? {};
      return { folder, trusted: around !== undefined, ignored, ...dropUndefined({ by, trustedAt }) };
    },
    listTrusted: () => trust.list(),
    trustFolder: async ({ body }) => {
      const { folder } = await findPlace(body);
      return { ...(await trust.trust(folder, dropUndefined({ force: body.force }))), trusted: true };
    },
    untrustFolder: async ({ query }) => {
      const change = await trust.untrust(query.folder);
      return { ...change, trusted: change.coveredBy !== undefined };
    },
  };
  serveTable(app, trustApi, handlers);
}
