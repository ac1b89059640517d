import { createHash } from "node:crypto";
import { join } from "node:path";
import { findGitRoot, isWithin, realPathOf } from "./folder-chain.ts";
import type { Home } from "./home.ts";
import { MemoryError } from "./memory-error.ts";
import type { Trust } from "./trust.ts";

export const memoryScopes = ["skill", "project", "user"] as const;
export type MemoryScope = (typeof memoryScopes)[number];

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
}

/** A folder that may not be there yet. `base` is a person's choice, `names` below it must be plain folders. */
export interface MemoryFolder {
  base: string;
  names: readonly string[];
  path: string;
}

export interface PlaceContext {
  home: Pick<Home, "root" | "user" | "memory">;
  trust: Pick<Trust, "find">;
}

const maxName = 120;

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
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
  return Buffer.byteLength(name) > maxName ? `${cut(name)}-${digest(id)}${where}` : `${name}${where}`;
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

function toPercent(char: string): string {
  return [...new TextEncoder().encode(char)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`)
    .join("");
}

/** Between characters. */
function cut(name: string): string {
  let short = "";
  for (const char of name) {
    if (Buffer.byteLength(short + char) > maxName) break;
    short += char;
  }
  return short;
}

/** The root of the trusted project that a folder belongs to. */
async function projectRoot(folder: string, { home, trust }: PlaceContext): Promise<string> {
  const [trusted, real] = await Promise.all([trust.find(folder), realPathOf(folder)]);
  if (!trusted || real === undefined) throw new MemoryError({ code: "untrusted" });
  const git = await findGitRoot(real);
  const userHome = await realPathOf(home.user);
  // A repository of dotfiles is not the project of everything that lies in the home folder.
  const isWide = git === undefined || (userHome !== undefined && isWithin(userHome, git));
  const root = isWide ? real : isWithin(git, trusted.folder) ? git : trusted.folder;
  const own = await realPathOf(home.root);
  if (own !== undefined && (isWithin(root, own) || join(root, ".skillmint") === own))
    throw new MemoryError({ code: "no-project" });
  return root;
}

/** Where a memory lies. Refused where there can be none: outside of trusted projects, and without a skill. */
export async function locateMemory(place: MemoryPlace, context: PlaceContext): Promise<MemoryFolder> {
  const at = (base: string, ...names: string[]): MemoryFolder => ({
    base,
    names,
    path: join(base, ...names),
  });
  if (place.scope === "project") return at(await projectRoot(place.folder, context), ".skillmint", "memory");
  if (place.scope === "user") return at(context.home.root, "memory", "user");
  if (!place.skill) throw new MemoryError({ code: "no-skill" });
  return at(context.home.root, "memory", skillFolderName(place.skill));
}
