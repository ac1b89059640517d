import type { Runtime } from "@skillmint/core";
import { foldersApi } from "@skillmint/core/protocol/api";
import type { App, RouteParts } from "../app.ts";
import { createPlaces, isFolder } from "./find-place.ts";
import { serveTable, type Handlers } from "./serve.ts";

const sessionsLookedAt = 500;
const maxRecent = 20;

/** Where sessions worked last, as far as it is still there. */
async function listRecent({ sessions }: Runtime): Promise<{ folder: string; lastAt: number }[]> {
  const lastAt = new Map<string, number>();
  for (const { folder, updatedAt } of await sessions.list({ limit: sessionsLookedAt }))
    lastAt.set(folder, Math.max(updatedAt, lastAt.get(folder) ?? 0));
  const all = [...lastAt].map(([folder, at]) => ({ folder, lastAt: at })).slice(0, 2 * maxRecent);
  const there = await Promise.all(all.map(({ folder }) => isFolder(folder)));
  return all.filter((_, index) => there[index]).slice(0, maxRecent);
}

/** Where to work, and what is there. */
export function addFolders(app: App, parts: RouteParts): void {
  const { runtime, folder } = parts;
  const findPlace = createPlaces(parts);
  const handlers: Handlers<typeof foldersApi> = {
    listFolders: async () => ({ folder, recent: await listRecent(runtime) }),
    findFiles: async ({ query }, context) => {
      const place = await findPlace(query);
      const { signal } = context.req.raw;
      const files = await runtime.findFiles(place.folder, query.query, { limit: query.limit, signal });
      return { folder: place.folder, files };
    },
  };
  serveTable(app, foldersApi, handlers);
}
