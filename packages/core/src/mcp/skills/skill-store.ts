import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Skill } from "@modelcontextprotocol/client/ext/skills";
import { withFileLock } from "../../environment/file-lock.ts";
import { writeAtomic } from "../../environment/write-atomic.ts";
import type { McpServer } from "../connection.ts";
import { readEntry, type ListedSkill, type McpSkillWords } from "./skill-entry.ts";

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");

/** What one server listed, kept over restarts. Anything may happen to it: it is only a memory. */
export interface SkillStore {
  /** Where its skills lie, one folder each; nobody else looks for skills there. */
  readonly skills: string;
  /** Takes the place of what was listed before. Folders of skills that did not change stay as they are. */
  keep(listed: readonly ListedSkill[]): Promise<void>;
  /** The skill whose folder this is, as it was listed. */
  find(folder: string): Promise<ListedSkill | undefined>;
  /** Whether the folder holds exactly what was listed. */
  isWhole(skill: ListedSkill, folder: string): Promise<boolean>;
  /** Puts all files of a skill in place at once. */
  fill(skill: ListedSkill, folder: string, files: ReadonlyMap<string, Uint8Array>): Promise<void>;
}

/**
 * Servers are told apart by their name and by how they are started: another command is another server, wherever it
 * works.
 */
export function storeFolder(root: string, { name, launch }: Pick<McpServer, "name" | "launch">): string {
  const start =
    launch.type === "stdio"
      ? [launch.command, launch.args, launch.env]
      : [launch.type, launch.url, launch.headers];
  return join(root, hash(JSON.stringify([name, start])).slice(0, 32));
}

/** SKILL.md before the real one is there: what was listed, and no instructions. */
function stubOf({ frontmatter }: Skill, note: string): string {
  const lines = Object.entries(frontmatter).map(([key, value]) => {
    const name = /^[a-z][a-z0-9_-]*$/i.test(key) ? key : JSON.stringify(key);
    return `${name}: ${JSON.stringify(value)}`;
  });
  return `---\n${lines.join("\n")}\n---\n\n${note}\n`;
}

async function listFiles(folder: string, below = ""): Promise<string[]> {
  const entries = await readdir(join(folder, below), { withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      return entry.isDirectory() ? listFiles(folder, path) : [path];
    }),
  );
  return found.flat();
}

const isMissing = (error: unknown): boolean =>
  ["ENOENT", "ENOTDIR"].includes(String((error as { code?: unknown }).code));

export function createSkillStore(folder: string, note: string, words: McpSkillWords): SkillStore {
  const skills = join(folder, "skills");
  /** A folder of its own for each address, so that two of one name do not meet. */
  const placeOf = ({ entry, name }: ListedSkill): string => join(skills, hash(entry.uri).slice(0, 16), name);
  const entryFile = (place: string): string => join(dirname(place), "entry.json");

  async function find(place: string): Promise<ListedSkill | undefined> {
    try {
      const entry = JSON.parse(await readFile(entryFile(place), "utf8")) as Skill;
      const listed = readEntry(entry, words);
      return "refused" in listed || placeOf(listed) !== place ? undefined : listed;
    } catch (error) {
      if (isMissing(error) || error instanceof SyntaxError || error instanceof TypeError) return undefined;
      throw error;
    }
  }

  async function put(place: string, write: (folder: string) => Promise<void>): Promise<void> {
    const temporary = join(folder, `.new-${randomUUID()}`);
    try {
      await mkdir(temporary, { recursive: true, mode: 0o700 });
      await write(temporary);
      await mkdir(dirname(place), { recursive: true, mode: 0o700 });
      await rm(place, { recursive: true, force: true });
      await rename(temporary, place);
    } finally {
      await rm(temporary, { recursive: true, force: true });
    }
  }

  async function locked<T>(work: () => Promise<T>): Promise<T> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return withFileLock(join(folder, "lock"), work);
  }

  return {
    skills,
    find,
    keep: (listed) =>
      locked(async () => {
        await mkdir(skills, { recursive: true, mode: 0o700 });
        for (const skill of listed) {
          const place = placeOf(skill);
          const before = await find(place);
          const isSame = JSON.stringify(before?.entry) === JSON.stringify(skill.entry);
          if (isSame && (await stat(join(place, "SKILL.md")).catch(() => undefined))) continue;
          await put(place, (fresh) =>
            writeFile(join(fresh, "SKILL.md"), stubOf(skill.entry, note), { mode: 0o600 }),
          );
          await writeAtomic(entryFile(place), JSON.stringify(skill.entry));
        }
        const wanted = new Set(listed.map((skill) => basename(dirname(placeOf(skill)))));
        for (const name of await readdir(skills))
          if (!wanted.has(name)) await rm(join(skills, name), { recursive: true, force: true });
      }),
    async isWhole(skill, place) {
      try {
        const there = await listFiles(place);
        if (there.length !== skill.files.length) return false;
        for (const { path, digest } of skill.files) {
          const bytes = await readFile(join(place, path));
          if (`sha256:${createHash("sha256").update(bytes).digest("hex")}` !== digest) return false;
        }
        return true;
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    },
    fill: (skill, place, files) =>
      locked(() =>
        put(place, async (fresh) => {
          for (const { path } of skill.files) {
            const file = join(fresh, path);
            await mkdir(dirname(file), { recursive: true, mode: 0o700 });
            await writeFile(file, files.get(path) ?? new Uint8Array(), { mode: 0o600, flag: "wx" });
          }
        }),
      ),
  };
}
