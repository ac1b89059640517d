import { stat } from "node:fs/promises";
import { join } from "node:path";
import { listSkillFiles } from "../../skill/list-skill-files.ts";
import type { ServedSkill, SkillHost } from "./skill-host.ts";
import {
  addressOf,
  NotPublished,
  publishSkill,
  type PublishedSkill,
  type ServeWords,
} from "./publish-skill.ts";

/** The skills of a host as the extension knows them. Files that did not change are not read again. */
export interface Shelf {
  /** By address. */
  all(): Promise<readonly PublishedSkill[]>;
  /** The one that an address of its own, of a file or of a folder of it belongs to. */
  of(uri: string): Promise<PublishedSkill | undefined>;
}

export interface ShelfOptions {
  host: Pick<SkillHost, "skills">;
  words: ServeWords;
  /** Told once of each skill that cannot be one of the extension, and why. */
  warn(text: string): void;
}

type Known = { stamp: string; published: PublishedSkill | undefined };

/** Differs as soon as a file of the skill may. */
async function stampOf(served: ServedSkill): Promise<string> {
  const { files, more } = await listSkillFiles(served);
  const places = [served.file, ...files.map(({ path }) => join(served.folder, path))];
  const states = await Promise.all(
    places.map(async (place) => {
      const state = await stat(place, { bigint: true }).catch(() => undefined);
      return state ? `${place} ${state.ino} ${state.size} ${state.mtimeNs} ${state.ctimeNs}` : `${place} -`;
    }),
  );
  return [served.name, more, ...states].join("\n");
}

export function createShelf({ host, words, warn }: ShelfOptions): Shelf {
  const known = new Map<string, Known>();
  const told = new Set<string>();
  const refuse = (served: ServedSkill, reason: string): void => {
    const text = words("publish.left", { name: served.name, reason });
    if (!told.has(text)) warn(text);
    told.add(text);
  };

  async function publish(served: ServedSkill): Promise<PublishedSkill | undefined> {
    const stamp = await stampOf(served);
    const before = known.get(served.id);
    if (before?.stamp === stamp) return before.published;
    let published: PublishedSkill | undefined;
    try {
      published = await publishSkill(served, words);
    } catch (error) {
      if (!(error instanceof NotPublished)) throw error;
      refuse(served, error.message);
    }
    known.set(served.id, { stamp, published });
    return published;
  }

  /** Of two with one address the first counts. */
  async function addresses(): Promise<Map<string, ServedSkill>> {
    const skills = await host.skills();
    const found = new Map<string, ServedSkill>();
    for (const served of skills) {
      const root = addressOf(served.name);
      if (found.has(root)) refuse(served, words("publish.twice", { uri: root }));
      else found.set(root, served);
    }
    const ids = new Set(skills.map(({ id }) => id));
    for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
    return found;
  }

  return {
    async all() {
      const published: PublishedSkill[] = [];
      for (const served of (await addresses()).values()) {
        const skill = await publish(served);
        if (skill) published.push(skill);
      }
      return published.sort((a, b) => (a.entry.uri < b.entry.uri ? -1 : 1));
    },
    async of(uri) {
      const canonical = URL.parse(uri)?.href;
      if (canonical === undefined) return undefined;
      const roots = [...(await addresses())]
        .filter(([root]) => canonical === root || canonical.startsWith(`${root}/`))
        .sort(([a], [b]) => b.length - a.length);
      const [nearest] = roots;
      return nearest && publish(nearest[1]);
    },
  };
}
