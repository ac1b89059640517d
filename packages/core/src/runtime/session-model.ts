import type { Home } from "../environment/home.ts";
import { homedir } from "node:os";
import type { Model } from "../model/model.ts";
import { SkillmintError, type SessionView } from "../protocol/index.ts";
import { dateOf } from "../agent/prompt.ts";
import { skillWish } from "../agent/skills/active-skills.ts";
import type { ModelSource } from "./model-source.ts";

export interface CassetteOptions {
  env: Readonly<Record<string, string | undefined>>;
  home: Home;
  modelSource: ModelSource;
  models: Readonly<Record<string, Model>>;
}

/** A sub-agent was given its model on purpose; a skill's wish stands behind what a person chose. */
function wishOf(view: SessionView): string | undefined {
  const { modelWish, modelPinned } = view.settings;
  return modelWish ?? (modelPinned === true ? undefined : skillWish(view, "model"));
}

/** What an active skill wants counts where its name means something here and the person chose no model. */
async function nameOf({ modelSource }: CassetteOptions, view: SessionView): Promise<string> {
  const { model } = view.settings;
  const ofSkill = wishOf(view);
  if (ofSkill === undefined) return model;
  const { environment } = view.settings;
  const choice = await modelSource.choose({ ofSkill, ofEnvironment: model, environment });
  return choice.model;
}

async function plainModel(options: CassetteOptions, view: SessionView): Promise<Model> {
  const { baseUrl, environment } = view.settings;
  const model = await nameOf(options, view);
  const own = Object.hasOwn(options.models, model) ? options.models[model] : undefined;
  return (
    own ?? options.modelSource.create({ model, environment, ...(baseUrl === undefined ? {} : { baseUrl }) })
  );
}

/**
 * The model of a session for one run: itself, with a recorder around it, or played back from a recording. It is
 * made again when a prompt changes the settings.
 */
export function createSessionModel(options: CassetteOptions): (view: SessionView) => Promise<Model> {
  const opened = new Map<string, Promise<Model>>();
  return (view) => {
    const { record, replay, model, baseUrl, environment } = view.settings;
    if (record !== undefined && replay !== undefined) {
      throw new SkillmintError("usage", { params: { message: "--record and --replay exclude each other" } });
    }
    const key = JSON.stringify([environment, model, baseUrl, record, replay, wishOf(view)]);
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
