import type { FoundSkill, SkillFields } from "../skill.ts";
import { toSlug } from "../catalog/skill-names.ts";
import type { SkillRoot } from "./layer.ts";
import type { Sighting } from "./sighting.ts";
import type { SkillHead } from "./skill-head.ts";

/** Plugins that lie in a folder of skills come after those that were installed, a project's last of all. */
const looseOrder = 10_000;

function orderOf(root: SkillRoot, isLoose: boolean): number {
  if (!isLoose) return root.order;
  return root.order + looseOrder * (root.layer === "project" ? 2 : 1);
}

/** The file's name is the name of a command, whatever it says itself. */
function fieldsOf(sighting: Sighting, fields: SkillFields): SkillFields {
  return sighting.command === undefined ? fields : { ...fields, name: toSlug(sighting.command) };
}

/** Of a folder that nobody trusts only what a list shows. */
function listedOnly({ name, description }: SkillFields): SkillFields {
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
  };
}

/** A skill as discovery gives it: where it was seen, and what its file says. */
export function toFound(sighting: Sighting, root: SkillRoot, head: SkillHead): FoundSkill {
  const isLoose = sighting.plugin !== undefined && root.plugin === undefined;
  const fields = fieldsOf(sighting, head.fields);
  const found: FoundSkill = {
    state: head.state,
    fields: root.trusted ? fields : listedOnly(fields),
    extra: root.trusted ? head.extra : (Object.create(null) as FoundSkill["extra"]),
    diagnostics: root.trusted ? head.diagnostics : [],
    layer: isLoose ? "plugin" : root.layer,
    folder: sighting.folder,
    file: sighting.file,
    root: sighting.root,
    order: orderOf(root, isLoose),
    trusted: root.trusted,
    bytes: Number(sighting.stats.size),
    modifiedAt: Number(sighting.stats.mtimeMs),
    stamp: head.stamp,
  };
  if (sighting.plugin !== undefined) found.plugin = sighting.plugin;
  if (root.scope !== undefined) found.scope = root.scope;
  if (sighting.command !== undefined) found.command = sighting.command;
  return found;
}
