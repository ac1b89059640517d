import { z } from "zod";
import { usage } from "../usage.ts";
import { get, post, put, remove } from "./endpoint.ts";
import { doneReply } from "./place.ts";

const modelName = z.string().trim().min(1).max(500);
const baseUrl = z.url({ protocol: /^https?$/ }).max(2_000);

const provider = z.object({
  id: z.string(),
  label: z.string(),
  baseUrl: z.string().optional(),
  defaultModel: z.string().optional(),
  models: z.array(z.string()),
  /** Where a key was found. Keys themselves are never told. */
  key: z.enum(["environment", "file", "keychain"]).optional(),
  local: z.boolean(),
});
export type ProviderRow = z.infer<typeof provider>;

const choice = z.object({
  model: z.string(),
  baseUrl: z.string().optional(),
  why: z.enum(["flag", "skill", "environment", "config", "key", "local", "demo", "session"]),
  /** The variable that holds the key, or the address of the local server. */
  detail: z.string().optional(),
});

export const modelsApi = {
  listProviders: get({
    path: "/api/models",
    summary: "Who serves models, with their models and whether a key is there",
    reply: z.array(provider),
  }),
  currentModel: get({
    path: "/api/models/current",
    summary: "Which model a new session would have, and why",
    reply: choice,
  }),
  useModel: put({
    path: "/api/models/current",
    summary: "Makes it the model of new sessions",
    body: z.object({ model: modelName }),
    reply: choice,
  }),
  testModel: post({
    path: "/api/models/test",
    summary: "Says hi to a model, the current one where none is named",
    body: z.object({ model: modelName.optional(), baseUrl: baseUrl.optional() }),
    reply: z.object({ model: z.string(), ms: z.number(), text: z.string(), usage }),
  }),
  setProvider: put({
    path: "/api/models/:provider",
    summary: "Stores a provider's key or address; the key cannot be read back",
    body: z
      .object({
        key: z.string().trim().min(1).max(10_000).optional(),
        baseUrl: baseUrl.optional(),
        wire: z.string().min(1).max(100).optional(),
        keychain: z.boolean().optional(),
      })
      .refine(({ key, baseUrl: url, wire }) => (key ?? url ?? wire) !== undefined),
    reply: z.object({ provider, place: z.string().optional() }),
  }),
  removeProvider: remove({
    path: "/api/models/:provider",
    summary: "Forgets what was stored about a provider",
    reply: doneReply,
  }),
};
