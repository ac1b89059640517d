import { memoryApi, type Received } from "@skillmint/core/protocol/api";
import type { App, RouteParts } from "../app.ts";
import { dropUndefined } from "./drop-undefined.ts";
import { createPlaces } from "./find-place.ts";
import { serveInWords } from "./serve.ts";

type Query = Received<(typeof memoryApi)["listMemory"]>["query"];

/** What is remembered over sessions. */
export function addMemory(app: App, parts: RouteParts): void {
  const findPlace = createPlaces(parts);
  const toQuery = async ({ folder, ...rest }: Query) => ({
    ...dropUndefined(rest),
    folder: (await findPlace({ folder })).folder,
  });
  serveInWords(app, parts.runtime, memoryApi, ({ memory }) => ({
    listMemory: async ({ query }) => (await memory()).list(await toQuery(query)),
    readMemory: async ({ params, query }) => (await memory()).read(await toQuery(query), params.key),
    deleteMemory: async ({ params, query }) => (await memory()).delete(await toQuery(query), params.key),
  }));
}
