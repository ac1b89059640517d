import type { Model } from "../model/model.ts";
import type { SessionView } from "../protocol/index.ts";
import { skillWish } from "../agent/skills/active-skills.ts";
import type { ModelSource } from "./model-source.ts";

export interface SessionModelOptions {
  modelSource: ModelSource;
  models: Readonly<Record<string, Model>>;
}

/** A sub-agent was given its model on purpose; a skill's wish stands behind what a person chose. */
function wishOf(view: SessionView): string | undefined {
  const { modelWish, modelPinned } = view.settings;
  return modelWish ?? (modelPinned === true ? undefined : skillWish(view, "model"));
}

/** What an active skill wants counts where its name means something here and the person chose no model. */
async function nameOf({ modelSource }: SessionModelOptions, view: SessionView): Promise<string> {
  const { model } = view.settings;
  const ofSkill = wishOf(view);
  if (ofSkill === undefined) return model;
  const { environment } = view.settings;
  const choice = await modelSource.choose({ ofSkill, ofEnvironment: model, environment });
  return choice.model;
}

async function nameOther({ modelSource, models }: SessionModelOptions, view: SessionView, name: string) {
  if (Object.hasOwn(models, name)) return name;
  const { environment } = view.settings;
  return (await modelSource.choose({ model: name, environment })).model;
}

async function makeModel(options: SessionModelOptions, view: SessionView, name?: string): Promise<Model> {
  const { environment } = view.settings;
  const model = await (name === undefined ? nameOf(options, view) : nameOther(options, view, name));
  // A session's address is that of its own model.
  const baseUrl = name === undefined ? view.settings.baseUrl : undefined;
  const own = Object.hasOwn(options.models, model) ? options.models[model] : undefined;
  return (
    own ?? options.modelSource.create({ model, environment, ...(baseUrl === undefined ? {} : { baseUrl }) })
  );
}

/** The models of a session for one run: its own, or one that is named. Made again when a prompt changes the settings. */
export function createSessionModel(
  options: SessionModelOptions,
): (view: SessionView, name?: string) => Promise<Model> {
  const opened = new Map<string, Promise<Model>>();
  return (view, name) => {
    const { model, baseUrl, environment } = view.settings;
    const key = JSON.stringify([environment, model, baseUrl, wishOf(view), name]);
    const known = opened.get(key) ?? makeModel(options, view, name);
    opened.set(key, known);
    return known;
  };
}
