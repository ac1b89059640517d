import { realpath } from "node:fs/promises";
import { settingsApi, type SettingRow } from "@skillmint/core/protocol/api";
import type { App, RouteParts } from "../app.ts";
import { createPlaces } from "./find-place.ts";
import { serveInWords } from "./serve.ts";

/** Settings that may hold secrets: only what is named in them is told. */
const guarded = new Set(["mcp"]);

function withoutSecrets(setting: SettingRow): SettingRow {
  if (!guarded.has(setting.path) || typeof setting.value !== "object") return setting;
  return { ...setting, value: Object.keys(setting.value ?? {}) };
}

/** A folder that is gone is still what a rule was written for. */
async function ruleFolder(folder: string | undefined): Promise<{ folder?: string }> {
  if (folder === undefined) return {};
  return { folder: await realpath(folder).catch(() => folder) };
}

/** What a person decided, for everything or for a folder. */
export function addSettings(app: App, parts: RouteParts): void {
  const findPlace = createPlaces(parts);
  serveInWords(app, parts.runtime, settingsApi, ({ settings, rules }) => ({
    listSettings: async () => {
      const found = await settings.list();
      return { ...found, settings: found.settings.map(withoutSecrets) };
    },
    getSetting: async ({ params }) => withoutSecrets(await settings.get(params.path)),
    setSetting: async ({ params, body: { value } }) => {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      return withoutSecrets(await settings.set(params.path, text));
    },
    unsetSetting: async ({ params }) => withoutSecrets(await settings.unset(params.path)),
    listRules: async ({ query }) => {
      const { folder } = await findPlace(query);
      const person = await rules();
      return { rules: await person.list(), holding: await person.inFolder(folder) };
    },
    addRule: async ({ body }) => {
      const place = body.folder === undefined ? {} : await findPlace({ folder: body.folder });
      const { list, rule } = body;
      return { done: await (await rules()).add({ list, rule, ...place }) };
    },
    removeRule: async ({ query }) => {
      const { list, rule, folder } = query;
      return { done: await (await rules()).remove({ list, rule, ...(await ruleFolder(folder)) }) };
    },
  }));
}
