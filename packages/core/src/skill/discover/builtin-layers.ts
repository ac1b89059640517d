import type { SkillLayer, SkillRoot } from "./layer.ts";
import { createExtraLayer } from "./extra-layer.ts";
import { createPluginLayer } from "./plugin-layer.ts";
import { createProjectLayer } from "./project-layer.ts";
import { createUserLayer } from "./user-layer.ts";

/** A layer that is one folder, where there is one. */
export function createFolderLayer(
  name: string,
  folderOf: (context: { environmentFolder?: string }) => string | undefined,
): SkillLayer {
  return {
    name,
    find: async (context) => {
      const folder = folderOf(context);
      return folder === undefined
        ? []
        : [{ folder, layer: name, order: 0, trusted: true } satisfies SkillRoot];
    },
  };
}

export interface BuiltinLayerOptions {
  /** SkillMint's own home; otherwise what the environment says, else `~/.skillmint`. */
  home?: string;
  bundledFolder?: string;
}

/** The layers of every runtime, strongest first. */
export function builtinLayers(options: BuiltinLayerOptions = {}): SkillLayer[] {
  return [
    createProjectLayer(options.home),
    createUserLayer(options.home),
    createExtraLayer(),
    createFolderLayer("environment", (context) => context.environmentFolder),
    createPluginLayer(),
    createFolderLayer("bundled", () => options.bundledFolder),
  ];
}
