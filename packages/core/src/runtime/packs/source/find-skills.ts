import type { PackFile } from "../../../pack/pack-file.ts";
import type { InstallWords } from "../install-words.ts";
import type { LeftOut, SourceSkill } from "./source.ts";

export interface FoundSkills {
  skills: SourceSkill[];
  isPlugin: boolean;
  leftOut: LeftOut[];
}

const places = ["skills", ".claude/skills", ".agents/skills"];
const manifests = new Set([".claude-plugin/plugin.json", "plugin.json"]);

const isSkillFile = (path: string): boolean => /^skill\.md$/i.test(path);

/** The files below a folder, by their paths in it; all of them for `""`. */
export function filesBelow(files: readonly PackFile[], folder: string): PackFile[] {
  if (folder === "") return [...files];
  const prefix = `${folder}/`;
  return files.flatMap((file) =>
    file.path.startsWith(prefix) ? [{ ...file, path: file.path.slice(prefix.length) }] : [],
  );
}

function foldersIn(files: readonly PackFile[]): string[] {
  const names = files.flatMap(({ path }) => (path.includes("/") ? [path.slice(0, path.indexOf("/"))] : []));
  return [...new Set(names)].sort();
}

function skillAt(files: readonly PackFile[], folder: string, folderName: string): SourceSkill[] {
  const own = filesBelow(files, folder);
  return own.some(({ path }) => isSkillFile(path)) ? [{ folderName, files: own }] : [];
}

/** The skills whose folders lie in this one. */
function skillsIn(files: readonly PackFile[], folder: string): SourceSkill[] {
  const own = filesBelow(files, folder);
  return foldersIn(own).flatMap((name) => skillAt(own, name, name));
}

/** The folders of skills that a plugin's manifest names; its own words are only looked at for that. */
function namedPlaces(manifest: PackFile): string[] {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(manifest.bytes));
    const named = typeof value === "object" && value !== null && "skills" in value ? value.skills : [];
    return (Array.isArray(named) ? named : [named])
      .filter((place): place is string => typeof place === "string")
      .map((place) => place.replace(/^\.\//, "").replace(/\/+$/, ""));
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

/** Where the one folder of an archive is the skill or the repository, as many tools pack it. */
function unwrap(files: readonly PackFile[]): { files: PackFile[]; name: string } | undefined {
  const [only, ...more] = foldersIn(files);
  const hasOther = files.some(({ path }) => !path.includes("/"));
  return only === undefined || more.length > 0 || hasOther
    ? undefined
    : { files: filesBelow(files, only), name: only };
}

/** Finds what skills a tree of files holds: one at its top, or several in the usual places. */
export function findSkills(files: readonly PackFile[], name: string, words: InstallWords): FoundSkills {
  const own = skillAt(files, "", name);
  if (own.length > 0) return { skills: own, isPlugin: false, leftOut: [] };
  const manifest = files.find(({ path }) => manifests.has(path));
  const named = manifest ? namedPlaces(manifest) : [];
  const all = [...new Set([...places, ...named])].flatMap((place) => [
    ...skillsIn(files, place),
    ...(named.includes(place) ? skillAt(files, place, place.split("/").at(-1) ?? place) : []),
  ]);
  if (manifest) {
    const others = foldersIn(files).filter((folder) => !places.includes(folder) && !named.includes(folder));
    const leftOut = others.map((path) => ({ path, reason: words("left.plugin") }));
    return { skills: all, isPlugin: true, leftOut };
  }
  if (all.length > 0) return { skills: all, isPlugin: false, leftOut: [] };
  const direct = skillsIn(files, "");
  const inner = unwrap(files);
  if (inner && direct.length <= 1) return findSkills(inner.files, inner.name, words);
  return { skills: direct, isPlugin: false, leftOut: [] };
}
