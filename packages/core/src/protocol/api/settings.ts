import { z } from "zod";
import { get, post, put, remove } from "./endpoint.ts";
import { diagnosticReply, doneReply, folderPath } from "./place.ts";

const setting = z.object({
  path: z.string(),
  value: z.unknown().optional(),
  source: z.enum(["file", "default"]),
});
export type SettingRow = z.infer<typeof setting>;

const list = z.enum(["allow", "ask", "deny"]);
const rule = z.object({
  list,
  rule: z.string().trim().min(1).max(40_000),
  /** Where it holds; without it everywhere. */
  folder: folderPath.optional(),
});

const one = "/api/settings/:path";

export const settingsApi = {
  listSettings: get({
    path: "/api/settings",
    summary: "All settings, with their values and where those are from",
    reply: z.object({ settings: z.array(setting), diagnostics: z.array(diagnosticReply) }),
  }),
  getSetting: get({ path: one, summary: "One setting, by its path such as limits.cost", reply: setting }),
  setSetting: put({
    path: one,
    summary: "Changes a setting: mode, language, model and all others",
    body: z.object({
      value: z.union([
        z.string().max(100_000),
        z.number(),
        z.boolean(),
        z.array(z.string().max(40_000)).max(10_000),
        z.record(z.string(), z.unknown()),
      ]),
    }),
    reply: setting,
  }),
  unsetSetting: remove({ path: one, summary: "Takes a setting back to its default", reply: setting }),
  listRules: get({
    path: "/api/rules",
    summary: "What a person allowed, has asked and refused, and all rules that hold in a folder",
    query: z.object({ folder: folderPath.optional() }),
    reply: z.object({
      rules: z.array(z.object({ list, rule: z.string(), folder: z.string().optional() })),
      holding: z.array(z.object({ list, rule: z.string(), source: z.string() })),
    }),
  }),
  addRule: post({ path: "/api/rules", summary: "Adds a rule", body: rule, reply: doneReply }),
  removeRule: remove({ path: "/api/rules", summary: "Removes a rule", query: rule, reply: doneReply }),
};
