import { readdir, realpath } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { ActivationRefused } from "../agent/skills/activate-skill.ts";
import type { PreparedSkill } from "../agent/skills/skill-source.ts";
import type { Home } from "../environment/home.ts";
import type { Secrets } from "../environment/secrets.ts";
import type { Language } from "../protocol/index.ts";
import { isHidden, systemCode } from "../skill/discover/folders.ts";
import type { SkillLayer } from "../skill/discover/layer.ts";
import type { Skill } from "../skill/skill.ts";
import type { Sealing } from "../tool/sealing.ts";
import type { OpenedPacks } from "./packs/use-packs.ts";

export interface PackSkillPartsOptions {
  home: Home;
  language: Language;
  secrets: Pick<Secrets, "getSecret" | "setSecret" | "removeSecret">;
}

/** Skills of installed packs, as a runtime uses them. Where none is installed, nothing of it is loaded. */
export interface PackSkillParts {
  layer: SkillLayer;
  /** Makes sure that a pack is what was installed, and opens it where it is sealed. */
  prepare(skill: Skill, signal: AbortSignal): Promise<PreparedSkill | undefined>;
  /** What is approved of a sealed skill: its pack. `undefined` for all other folders. */
  look(folder: string): Promise<{ digest: string; files: { path: string; digest: string }[] } | undefined>;
  /** Why nothing that a skill asks for can be approved, in words; `undefined` where it can. */
  withheld(skill: Skill): Promise<string | undefined>;
  sealing: Sealing;
  /** Folders that commands in a sandbox have to be able to read. */
  readable(): readonly string[];
  /** Takes away what killed processes left of sealed content. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

/** The name of a folder in memory that sealed content lies in. */
const memoryName = "skillmint-sealed-";

export function createPackSkillParts({ home, language, secrets }: PackSkillPartsOptions): PackSkillParts {
  let made: Promise<OpenedPacks> | undefined;
  let opened: OpenedPacks | undefined;
  const load = async (): Promise<OpenedPacks> => {
    made ??= import("./packs/use-packs.ts").then(({ usePacks }) => usePacks({ home, language, secrets }));
    return (opened = await made);
  };

  async function namesOf(): Promise<string[]> {
    try {
      return (await readdir(home.packs)).filter((name) => !isHidden(name)).sort();
    } catch (error) {
      if (systemCode(error) === undefined) throw error;
      return [];
    }
  }

  /** The pack that a folder found by discovery is of. */
  async function packOf(folder: string): Promise<string | undefined> {
    if (!folder.includes(`${sep}skill${sep}`)) return undefined;
    const [name] = relative(await realpath(home.packs).catch(() => home.packs), folder).split(sep);
    return name === undefined || name === ".." || name === "" ? undefined : name;
  }

  return {
    layer: {
      name: "pack",
      find: async () =>
        (await namesOf()).map((name, order) => {
          const folder = join(home.packs, name, "skill");
          return { folder, layer: "pack", order, trusted: true, within: folder };
        }),
    },
    async prepare(skill, signal) {
      const name = await packOf(skill.folder);
      if (name === undefined) return undefined;
      try {
        return await (await load()).prepare(skill, name);
      } catch (error) {
        if (signal.aborted || !(error instanceof Error)) throw error;
        throw new ActivationRefused((await load()).explain(error));
      }
    },
    async look(folder) {
      const isOurs = folder.startsWith(home.packs) || folder.includes(memoryName);
      return isOurs && (await namesOf()).length > 0 ? (await load()).look(folder) : undefined;
    },
    async withheld(skill) {
      if (skill.layer !== "pack") return undefined;
      return (await load()).withheld(skill.name);
    },
    sealing: {
      covers: async (call, result) => opened?.sealed.covers(call, result),
      seal: async (bytes) => (await load()).box.seal(bytes),
      open: async (bytes) => (await load()).box.open(bytes),
      shown: (name) => opened?.shown(name) ?? name,
      unrecordable: (name) => opened?.unrecordable(name) ?? name,
      read: async (path) => opened?.sealed.read(path),
      outputFolder: () => opened?.sealed.outputFolder(),
      resume: async (names) => (await load()).sealed.resume(names),
    },
    readable: () => opened?.sealed.readable() ?? [],
    async sweep() {
      if ((await namesOf()).length > 0) await (await import("./packs/sweep-sealed.ts")).sweepSealed();
    },
    close: async () => opened?.sealed.close(),
  };
}
