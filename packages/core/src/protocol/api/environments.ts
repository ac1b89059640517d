import { z } from "zod";
import { limits, mode, rules } from "../settings.ts";
import { get, post, put, remove } from "./endpoint.ts";
import { diagnosticReply } from "./place.ts";

const name = z.string().min(1).max(200);
const names = z.array(z.string());

const environmentRow = z.object({
  name: z.string(),
  folder: z.string(),
  active: z.boolean(),
  /** One of its files cannot be used. */
  broken: z.boolean(),
  displayName: z.string().optional(),
  description: z.string().optional(),
  model: z.string().optional(),
});
export type EnvironmentRow = z.infer<typeof environmentRow>;

/** Servers, models and providers by name only: what is written about them may hold secrets. */
const environmentDetails = environmentRow.extend({
  mode: mode.optional(),
  language: z.string().optional(),
  sandbox: z.string().optional(),
  limits: limits.optional(),
  rules,
  skillPermissions: z.record(z.string(), z.string()),
  agents: z.array(
    z.object({
      id: z.string(),
      role: z.enum(["primary", "sub"]),
      description: z.string().optional(),
      model: z.string().optional(),
    }),
  ),
  models: names,
  providers: names,
  mcp: names,
  skills: names,
  skillsFolder: z.string(),
  diagnostics: z.array(diagnosticReply),
});

const nameChange = z.object({ added: names, removed: names });
const valueChange = z.object({ from: z.string().optional(), to: z.string().optional() });

const environmentChange = z.object({
  from: z.string().optional(),
  to: z.string().optional(),
  model: valueChange.optional(),
  mode: valueChange.optional(),
  tools: nameChange,
  mcp: nameChange,
  skills: nameChange,
  agents: nameChange,
  /** The same in words. */
  lines: names,
});

export const environmentsApi = {
  listEnvironments: get({
    path: "/api/environments",
    summary: "The named environments, and which one is in use",
    reply: z.object({
      environments: z.array(environmentRow),
      active: z.string().optional(),
      diagnostics: z.array(diagnosticReply),
    }),
  }),
  createEnvironment: post({
    path: "/api/environments",
    summary: "Makes an environment, empty or as a copy of another",
    body: z.object({ name, from: name.optional() }),
    reply: z.object({ name: z.string(), folder: z.string(), diagnostics: z.array(diagnosticReply) }),
  }),
  compareEnvironments: get({
    path: "/api/environments/compare",
    summary: "What would be different with another environment; without a name: with none",
    query: z.object({ from: name.optional(), to: name.optional() }),
    reply: environmentChange,
  }),
  useEnvironment: put({
    path: "/api/environments/active",
    summary: "Switches to an environment, or to none; nothing changes where it is broken",
    body: z.object({ name: name.nullable() }),
    reply: environmentChange,
  }),
  getEnvironment: get({
    path: "/api/environments/:name",
    summary: "What an environment says",
    reply: environmentDetails,
  }),
  deleteEnvironment: remove({
    path: "/api/environments/:name",
    summary: "Deletes an environment; the one in use only with force=true",
    query: z.object({ force: z.enum(["true", "false"]).default("false") }),
    reply: z.object({ folder: z.string(), wasActive: z.boolean() }),
  }),
};
