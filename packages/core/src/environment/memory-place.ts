import { join } from "node:path";
import { locateAgentMemory, type MemoryAgent } from "./memory-agent.ts";
import { MemoryError } from "./memory-error.ts";
import { digest, findMemoryProject, type PlaceContext } from "./memory-project.ts";
import { cutName, isLongName, toPercent } from "./memory-name.ts";

/** Those that a session chooses from. */
export const memoryScopes = ["skill", "project", "user"] as const;
/** `agent`: of one kind of sub-agent. */
export type MemoryScope = (typeof memoryScopes)[number] | "agent";

export interface MemorySkill {
  id: string;
  /** The folder it lies in. */
  folder?: string | undefined;
  /** The folder of its memory, where that is known already. */
  name?: string;
}

/** Whose memory is meant. */
export interface MemoryPlace {
  scope: MemoryScope;
  /** Where the session works: what project it belongs to. */
  folder: string;
  /** For `skill`: whose it is. */
  skill?: MemorySkill | undefined;
  /** For `agent`: whose it is. */
  agent?: MemoryAgent | undefined;
}

/** A folder that may not be there yet. `base` is a person's choice, `names` below it must be plain folders. */
export interface MemoryFolder {
  base: string;
  names: readonly string[];
  path: string;
  /** Lies in the project, for everyone who works on it. */
  shared: boolean;
}

/**
 * The folder of a skill's memory: its id as a name that every file system takes, different for different ids. Skills
 * of two projects have the same id, so theirs holds the project too.
 */
export function skillFolderName({ id, folder, name: known }: MemorySkill): string {
  if (known !== undefined && readSkillFolder(known) !== undefined) return known;
  const whole = id.toWellFormed().normalize("NFC");
  const escaped = whole.replaceAll(/[^\p{L}\p{N}_-]/gu, (char, index: number) =>
    char === ":" && isBetween(whole, index) ? "." : toPercent(char),
  );
  const name = escaped.includes(".") ? escaped : `skill.${escaped}`;
  const where = id.startsWith("project:") && folder !== undefined ? `-${digest(folder)}` : "";
  return isLongName(name) ? `${cutName(name)}-${digest(id)}${where}` : `${name}${where}`;
}

/** The id that a folder of a skill's memory was named after, as far as its name tells. */
export function readSkillFolder(name: string): string | undefined {
  if (!/^[\p{L}\p{N}_%-]+(?:\.[\p{L}\p{N}_%-]+)+$/u.test(name)) return undefined;
  try {
    return decodeURIComponent(name.replace(/^skill\./, "").replaceAll(".", ":"));
  } catch {
    return undefined;
  }
}

function isBetween(text: string, index: number): boolean {
  return index > 0 && index < text.length - 1 && text[index - 1] !== ":" && text[index + 1] !== ":";
}

/** Where a memory lies. Refused where there can be none: outside of trusted projects, and without its owner. */
export async function locateMemory(place: MemoryPlace, context: PlaceContext): Promise<MemoryFolder> {
  const at = (base: string, ...names: string[]): MemoryFolder => ({
    base,
    names,
    path: join(base, ...names),
    shared: base !== context.home.root,
  });
  if (place.scope === "agent") {
    if (!place.agent) throw new MemoryError({ code: "no-agent" });
    const { base, names } = await locateAgentMemory(place.agent, place.folder, context);
    return at(base, ...names);
  }
  if (place.scope === "project")
    return at(await findMemoryProject(place.folder, context), ".skillmint", "memory");
  if (place.scope === "user") return at(context.home.root, "memory", "user");
  if (!place.skill) throw new MemoryError({ code: "no-skill" });
  return at(context.home.root, "memory", skillFolderName(place.skill));
}
