import { cutText } from "../../protocol/index.ts";
import { layerOrder, type FoundSkill, type LayerName, type Skill } from "../skill.ts";
import { comparableName } from "../parse/comparable-name.ts";
import { counts, folderName, nameKey, plainName } from "./skill-names.ts";

/** `layers` with those that skills bring besides, which stand before `bundled`. */
export function completeLayers(
  found: readonly FoundSkill[],
  layers: readonly LayerName[] = layerOrder,
): LayerName[] {
  const known = new Set<LayerName>(layers);
  const further = [...new Set(found.map((skill) => skill.layer))].filter((layer) => !known.has(layer)).sort();
  const last = layers.indexOf("bundled");
  return last < 0 ? [...layers, ...further] : layers.toSpliced(last, 0, ...further);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A folder's path as the first part of a name; what is no letter, digit or common sign becomes `-`. */
function safeScope(scope: string): string {
  return cutText(comparableName(scope).replaceAll(/[^\p{L}\p{N}\p{M}._/-]+/gu, "-"), 128);
}

function createIds(): (skill: FoundSkill, name: string) => string | undefined {
  const taken = new Set<string>();
  return (skill, name) => {
    // What a server gives is told apart by the server, as what a plugin brings is by the plugin.
    const kind = skill.layer === "mcp" ? "mcp" : "plugin";
    const id = skill.plugin === undefined ? `${skill.layer}:${name}` : `${kind}:${skill.plugin}:${name}`;
    const spellings = [id, `${id}@${skill.folder}`, `${id}@${skill.file}`];
    const free = taken.has(id) ? spellings.find((text) => !taken.has(text)) : id;
    if (free !== undefined) taken.add(free);
    return free;
  };
}

/**
 * Gives every skill its id and its name and says who is meant by a name: the first of `layers`, and in a layer the
 * first in order. The others get `shadowedBy`. Skills of a folder inside the project whose name is taken are called
 * by it (`apps/web:deploy`) and shadow nothing. What is not trusted or not readable neither shadows nor is shadowed.
 * The result is ordered: strongest layer first. The same file twice in one layer is one skill.
 */
export function nameSkills(found: readonly FoundSkill[], layers: readonly LayerName[] = layerOrder): Skill[] {
  const place = new Map(completeLayers(found, layers).map((layer, index) => [layer, index]));
  const ordered = found
    .map((skill) => {
      const name = plainName(skill);
      return {
        skill,
        name,
        key: nameKey(name),
        takesPart: counts(skill),
        place: place.get(skill.layer) ?? 0,
      };
    })
    .sort(
      (a, b) =>
        Number(b.takesPart) - Number(a.takesPart) ||
        a.place - b.place ||
        a.skill.order - b.skill.order ||
        Number(folderName(b.skill) === b.name) - Number(folderName(a.skill) === a.name) ||
        compareText(a.skill.file, b.skill.file),
    );
  const holders = new Map<string, number>();
  for (const { key, takesPart } of ordered) if (takesPart) holders.set(key, (holders.get(key) ?? 0) + 1);
  const createId = createIds();
  const winners = new Map<string, string>();
  const named = ordered.flatMap(({ skill, takesPart, place, ...plain }) => {
    const isScoped = takesPart && skill.scope !== undefined && (holders.get(plain.key) ?? 0) > 1;
    const name = isScoped ? `${safeScope(skill.scope ?? "")}:${plain.name}` : plain.name;
    const id = createId(skill, name);
    if (id === undefined) return [];
    const result: Skill = {
      ...skill,
      id,
      name,
      label: skill.fields.name?.trim() || folderName(skill),
      description: skill.fields.description?.trim() ?? "",
    };
    if (takesPart) {
      const key = isScoped ? nameKey(name) : plain.key;
      const winner = winners.get(key);
      if (winner === undefined) winners.set(key, id);
      else result.shadowedBy = winner;
    }
    return [{ result, place }];
  });
  return named.sort((a, b) => a.place - b.place).map(({ result }) => result);
}
