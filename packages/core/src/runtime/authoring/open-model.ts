import type { Model } from "../../model/model.ts";
import { SkillmintError } from "../../protocol/index.ts";
import type { AuthoringDeps } from "./authoring-deps.ts";

/** The model that is meant, with the keys of the person: by name, else the one that a run would have. */
export async function openModel(
  { models, modelSource }: Pick<AuthoringDeps, "models" | "modelSource">,
  { model, baseUrl }: { model?: string; baseUrl?: string },
): Promise<Model> {
  const own = model !== undefined && Object.hasOwn(models, model) ? models[model] : undefined;
  if (own) return own;
  const choice = await modelSource.choose({
    ...(model === undefined ? {} : { model }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
  });
  // A script that knows one answer can be neither judge nor measure.
  if (choice.why === "demo") throw new SkillmintError("needs-model");
  return modelSource.create(choice);
}
