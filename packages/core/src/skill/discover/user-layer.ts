import { join } from "node:path";
import type { LayerContext, SkillLayer, SkillRoot } from "./layer.ts";
import { expandPath } from "./folders.ts";

/** The person's own folders, strongest first. `skillmintHome` counts before what the environment says. */
export function userRoots(context: LayerContext, skillmintHome?: string): SkillRoot[] {
  const { env, folder, home } = context;
  const named = env["SKILLMINT_HOME"];
  const usual = named ? expandPath(named, folder, home) : join(home, ".skillmint");
  const skillmint = skillmintHome ?? usual;
  const folders = [
    join(skillmint, "skills"),
    join(home, ".claude", "skills"),
    join(home, ".agents", "skills"),
  ];
  return [
    ...folders.map((folder, order): SkillRoot => ({ folder, layer: "user", order, trusted: true })),
    {
      folder: join(home, ".claude", "commands"),
      layer: "user",
      order: folders.length,
      trusted: true,
      kind: "commands",
    },
  ];
}

export function createUserLayer(skillmintHome?: string): SkillLayer {
  return { name: "user", find: async (context) => userRoots(context, skillmintHome) };
}
