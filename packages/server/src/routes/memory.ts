import { memoryApi, type Received } from "@skillmint/core/protocol/api";
import type { App, RouteParts } from "../app.ts";
import { dropUndefined } from "./drop-undefined.ts";
import { createPlaces } from "./find-place.ts";
import { serveTable, type Handlers } from "./serve.ts";

type Query = Received<(typeof memoryApi)["listMemory"]>["query"];

/** What is remembered over sessions. */
export function addMemory(app: App, parts: RouteParts): void {
  const { memory } = parts.runtime;
  const findPlace = createPlaces(parts);
  const toQuery = async ({ folder, ...rest }: Query) => ({
    ...dropUndefined(rest),
    folder: (await findPlace({ folder })).folder,
  });
  const handlers: Handlers<typeof memoryApi> = {
    listMemory: async ({ query }) => (await memory()).list(await toQuery(query)),
    readMemory: async ({ params, query }) => (await memory()).read(await toQuery(query), params.key),
    deleteMemory: async ({ params, query }) => (await memory()).delete(await toQuery(query), params.key),
  };
  serveTable(app, memoryApi, handlers);
}
