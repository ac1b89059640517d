import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { SkillLayer, SkillRoot } from "./layer.ts";
import { isFolder, isHidden, systemCode } from "./folders.ts";
import { newestVersion, type VersionFolder } from "./newest-version.ts";
import { readPluginName } from "./plugin-manifest.ts";

const maxPlugins = 2_000;

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => !isHidden(name))
      .sort();
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return [];
  }
}

function versionsIn(folder: string): VersionFolder[] {
  return namesIn(folder).flatMap((name) => {
    const path = join(folder, name);
    return isFolder(path) ? [{ name, modifiedAt: statSync(path).mtimeMs }] : [];
  });
}

/** What Claude Code's plugins brought: of each the newest version, whose folder its skills may read. */
export function createPluginLayer(): SkillLayer {
  return {
    name: "plugin",
    find: async ({ home }) => {
      const cache = join(home, ".claude", "plugins", "cache");
      const plugins = namesIn(cache).flatMap((marketplace) =>
        namesIn(join(cache, marketplace)).map((name) => ({ name, folder: join(cache, marketplace, name) })),
      );
      return plugins.slice(0, maxPlugins).flatMap(({ name, folder }, order): SkillRoot[] => {
        const newest = newestVersion(versionsIn(folder));
        if (newest === undefined) return [];
        const root = join(folder, newest.name);
        const plugin = readPluginName(root, name);
        const skills = join(root, "skills");
        return [{ folder: skills, layer: "plugin", order, trusted: true, plugin, root, within: root }];
      });
    },
  };
}
