import { basename, sep } from "node:path";
import { isOutput, realPathOf } from "./folders.ts";
import type { SkillRoot } from "./layer.ts";
import { listFolder } from "./list-folder.ts";
import { lookAt } from "./look-at.ts";
import { createProblems } from "./problems.ts";
import type { Scan, ScanOptions } from "./scan-root.ts";
import type { Sighting } from "./sighting.ts";

/**
 * Looks through a folder of commands: each Markdown file is a skill, named after the file and the folders it lies
 * in. Links of folders are not followed.
 */
export async function scanCommands(root: SkillRoot, real: string, options: ScanOptions): Promise<Scan> {
  const { t, slice, limits } = options;
  const problems = createProblems(real, t);
  const sightings: Sighting[] = [];
  const folders: { path: string; names: readonly string[] }[] = [{ path: real, names: [] }];
  const pluginRoot = root.root === undefined ? undefined : realPathOf(root.root);
  const plugin = root.plugin === undefined ? {} : { plugin: root.plugin };
  for (let next = 0; next < folders.length && next < limits.folders; next++) {
    const folder = folders[next];
    if (folder === undefined) break;
    for (const entry of listFolder(folder.path, problems, t)) {
      if (slice.isOver()) await slice.rest();
      if (sightings.length >= limits.skills) break;
      if (entry.isDirectory()) {
        const isNear = folder.names.length < limits.depth && !isOutput(entry.name);
        if (isNear)
          folders.push({ path: folder.path + sep + entry.name, names: [...folder.names, entry.name] });
        continue;
      }
      if (!/^[^.].*\.md$/i.test(entry.name)) continue;
      const seen = lookAt(folder.path, entry.name, () => pluginRoot ?? real, problems, t);
      if (typeof seen !== "object") continue;
      const command = [...folder.names, basename(entry.name).slice(0, -3)].join(":");
      sightings.push({ folder: folder.path, root: pluginRoot ?? folder.path, ...seen, ...plugin, command });
    }
  }
  return { sightings, diagnostics: problems.list() };
}
