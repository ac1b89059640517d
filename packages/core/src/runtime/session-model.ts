import type { Home } from "../environment/home.ts";
import { homedir } from "node:os";
import type { Model } from "../model/model.ts";
import { SkillmintError, type SessionView } from "../protocol/index.ts";
import { dateOf } from "../agent/prompt.ts";
import type { ModelSource } from "./model-source.ts";

export interface CassetteOptions {
  env: Readonly<Record<string, string | undefined>>;
  home: Home;
  modelSource: ModelSource;
  models: Readonly<Record<string, Model>>;
}

async function plainModel(options: CassetteOptions, view: SessionView): Promise<Model> {
  const { model, baseUrl } = view.settings;
  const own = Object.hasOwn(options.models, model) ? options.models[model] : undefined;
  return own ?? options.modelSource.create({ model, ...(baseUrl === undefined ? {} : { baseUrl }) });
}

/**
 * The model of a session for one run: itself, with a recorder around it, or played back from a recording. It is
 * made again when a prompt changes the settings.
 */
export function createSessionModel(options: CassetteOptions): (view: SessionView) => Promise<Model> {
  const opened = new Map<string, Promise<Model>>();
  return (view) => {
    const { record, replay, model, baseUrl } = view.settings;
    if (record !== undefined && replay !== undefined) {
      throw new SkillmintError("usage", { params: { message: "--record and --replay exclude each other" } });
    }
    const key = JSON.stringify([model, baseUrl, record, replay]);
    const known = opened.get(key);
    if (known) return known;
    const fresh =
      record === undefined && replay === undefined ? plainModel(options, view) : open(options, view);
    opened.set(key, fresh);
    return fresh;
  };
}

async function open(options: CassetteOptions, view: SessionView): Promise<Model> {
  const { record, replay } = view.settings;
  const folders = { workspace: view.folder, home: options.env["HOME"] ?? homedir(), date: dateOf(view) };
  if (replay !== undefined) {
    const [{ readCassette }, { replayModel }] = await Promise.all([
      import("../model/cassette.ts"),
      import("../model/replay-model.ts"),
    ]);
    return replayModel(await readCassette(replay), folders);
  }
  const { openCassette, recordModel } = await import("../model/record-model.ts");
  const fresh = !view.entries.some((entry) => entry.kind === "message");
  return recordModel(await plainModel(options, view), await openCassette(record ?? "", { fresh }), folders);
}
