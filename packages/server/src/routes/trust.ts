import { isAbsolute } from "node:path";
import { trustApi } from "@skillmint/core/protocol/api";
import type { App, RouteParts } from "../app.ts";
import { Unfit } from "../problem.ts";
import { dropUndefined } from "./drop-undefined.ts";
import { createPlaces } from "./find-place.ts";
import { serveInWords } from "./serve.ts";

/** Whose configuration counts. */
export function addTrust(app: App, parts: RouteParts): void {
  const findPlace = createPlaces(parts);
  serveInWords(app, parts.runtime, trustApi, ({ settings: { trust } }) => ({
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
      // It may be gone: trust is taken back from a path.
      if (!isAbsolute(query.folder)) throw new Unfit((words) => words("noFolder", { folder: query.folder }));
      const change = await trust.untrust(query.folder);
      return { ...change, trusted: change.coveredBy !== undefined };
    },
  }));
}
