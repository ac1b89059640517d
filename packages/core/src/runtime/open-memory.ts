import { readdir } from "node:fs/promises";
import { homedir } from "node:os";
import { ifThere } from "../environment/folder-chain.ts";
import { createHome, type Env } from "../environment/home.ts";
import { listAgentMemories } from "../environment/memory-agent.ts";
import { MemoryError } from "../environment/memory-error.ts";
import { createMemoryStore, type MemoryFile, type MemoryText } from "../environment/memory-store.ts";
import { readSkillFolder, type MemoryPlace, type MemoryScope } from "../environment/memory-place.ts";
import { createTrust } from "../environment/trust.ts";
import { createTranslate, SkillmintError, type Language } from "../protocol/index.ts";
import { openSkills } from "./skills/open-skills.ts";
import { grantPlace } from "./skills/skill-grants.ts";

/** Which memory a person means; nothing said means all that there are. */
export interface MemoryQuery {
  /** The folder whose project is meant. */
  folder: string;
  scope?: MemoryScope;
  /** A skill by id or name; one that is gone is found by its id. */
  skill?: string;
  /** A kind of sub-agent by name: all that it remembers here. */
  agent?: string;
}

interface Placed {
  scope: MemoryScope;
  /** The id of the skill whose memory it is. */
  skill?: string;
  /** The kind of sub-agent whose memory it is. */
  agent?: string;
}

/** What is remembered, for a person: nothing of it needs a session. Refused with `usage`, in words. */
export interface Memories {
  /** `untrusted`: there is a project here whose memory does not count. */
  list(query: MemoryQuery): Promise<{ notes: (MemoryFile & Placed)[]; untrusted: boolean }>;
  /** Where several memories have the key, they are named and none is shown. */
  read(query: MemoryQuery, key: string): Promise<MemoryText & Placed>;
  delete(query: MemoryQuery, key: string): Promise<MemoryFile & Placed>;
}

export interface OpenMemoryOptions {
  env: Env;
  language: Language;
}

type Place = MemoryPlace & { label: Placed };

/** The memories of a person without a runtime: no database is opened, nothing has to be closed. */
export function openMemory({ env, language }: OpenMemoryOptions): Memories {
  const home = createHome({ env, homedir: homedir() });
  const trust = createTrust(home, { language });
  const store = createMemoryStore({ home, trust });
  const t = createTranslate(language);
  const refuse = (message: string): SkillmintError => new SkillmintError("usage", { params: { message } });

  /** One that is installed, else whatever was remembered under this id. */
  async function skillPlace(folder: string, name: string): Promise<Place> {
    const { skills } = openSkills({ env, language });
    try {
      const { skill } = await skills.find({ folder }, name);
      return {
        scope: "skill",
        folder,
        skill: { id: skill.id, folder: grantPlace(skill) },
        label: { scope: "skill", skill: skill.id },
      };
    } catch (error) {
      const known = (await rememberedSkills()).find(({ label }) => label.skill === name);
      if (!known || !SkillmintError.is(error)) throw error;
      return { ...known, folder };
    }
  }

  async function rememberedSkills(): Promise<Place[]> {
    const names = (await ifThere(readdir(home.memory))) ?? [];
    return names.sort().flatMap((name): Place[] => {
      const id = readSkillFolder(name);
      if (id === undefined) return [];
      return [{ scope: "skill", folder: "", skill: { id, name }, label: { scope: "skill", skill: id } }];
    });
  }

  async function rememberedAgents(folder: string): Promise<Place[]> {
    const agents = await listAgentMemories(folder, { home, trust });
    return agents.map((agent) => ({
      scope: "agent",
      folder,
      agent,
      label: { scope: "agent", agent: agent.name },
    }));
  }

  async function placesOf({ folder, scope, skill, agent }: MemoryQuery): Promise<Place[]> {
    if (agent !== undefined) {
      if (scope !== undefined || skill !== undefined) throw refuse(t("cliMemory.onlyAgent"));
      const known = await rememberedAgents(folder);
      const places = known.filter(({ label }) => label.agent === agent.toLowerCase());
      if (places.length === 0) throw refuse(t("cliMemory.noAgent", { name: agent }));
      return places;
    }
    if (skill !== undefined) {
      if (scope !== undefined && scope !== "skill") throw refuse(t("cliMemory.onlySkill"));
      return [await skillPlace(folder, skill)];
    }
    if (scope === "skill") throw refuse(t("cliMemory.needsSkill"));
    if (scope !== undefined) return [{ scope, folder, label: { scope } }];
    return [
      { scope: "user", folder, label: { scope: "user" } },
      { scope: "project", folder, label: { scope: "project" } },
      ...(await rememberedSkills()),
      ...(await rememberedAgents(folder)),
    ];
  }

  /** Words what is wrong with the one memory that was meant; among all of them those that cannot be used are left aside. */
  async function lookAt<T>(places: readonly Place[], look: (place: Place) => Promise<T>) {
    const found: { place: Place; value: T }[] = [];
    const problems = new Set<string>();
    for (const place of places) {
      try {
        found.push({ place, value: await look(place) });
      } catch (error) {
        if (!MemoryError.is(error)) throw error;
        if (places.length === 1 || error.problem.code === "key") throw refuse(error.explain(t));
        problems.add(error.problem.code);
      }
    }
    return { found, problems };
  }

  async function findOne(query: MemoryQuery, key: string): Promise<{ place: Place; value: MemoryText }> {
    const { found } = await lookAt(await placesOf(query), (place) => store.read(place, key));
    const [first, second] = found;
    if (!first) throw refuse(t("cliMemory.nowhere", { key }));
    if (!second) return first;
    const places = found.map(({ place: { label } }) => label.skill ?? label.agent ?? label.scope).join(", ");
    throw refuse(t("cliMemory.several", { key, places }));
  }

  return {
    async list(query) {
      const { found, problems } = await lookAt(await placesOf(query), (place) => store.list(place));
      const notes = found.flatMap(({ place, value }) => value.map((file) => ({ ...place.label, ...file })));
      return { notes, untrusted: problems.has("untrusted") };
    },
    async read(query, key) {
      const { place, value } = await findOne(query, key);
      return { ...place.label, ...value };
    },
    async delete(query, key) {
      const { place } = await findOne(query, key);
      return { ...place.label, ...(await store.delete(place, key)) };
    },
  };
}
