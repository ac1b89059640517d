import { join } from "node:path";
import type { Home } from "../../environment/home.ts";

/** Where installed things lie. */
export interface InstallPlaces {
  /** The folder that new things are made in, on the same file system as where they go. */
  root: string;
  skills: string;
  packs: string;
  lock: string;
  layer: "user" | "project";
}

/** A project has skills and a lockfile of its own; packs are always the person's. */
export function findPlaces(home: Home, folder: string, project: boolean): InstallPlaces {
  const { root, skills, packs } = home;
  if (!project) return { root, skills, packs, lock: join(root, "skills.lock"), layer: "user" };
  const own = join(folder, ".skillmint");
  return { root: own, skills: join(own, "skills"), packs, lock: join(own, "skills.lock"), layer: "project" };
}

/** The parts of one installed pack: the file as it was signed, what is known of it, and its skill. */
export function packPlaces(packs: string, name: string) {
  const root = join(packs, name);
  return {
    root,
    file: join(root, "pack.skillpack"),
    record: join(root, "pack.json"),
    /** The folder of skills that discovery looks into: it holds one. */
    skills: join(root, "skill"),
    skill: join(root, "skill", name),
  };
}
