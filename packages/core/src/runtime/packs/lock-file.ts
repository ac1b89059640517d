import { readFile } from "node:fs/promises";
import { z } from "zod";
import { writeAtomic } from "../../environment/write-atomic.ts";
import { refuseInstall, type InstallWords } from "./install-words.ts";

const lockedSkill = z.strictObject({
  /** `pack`: kept whole, as it was signed. */
  kind: z.enum(["skill", "pack"]),
  version: z.string().optional(),
  /** Where it came from, so that it can be had again. */
  source: z.string(),
  commit: z.string().optional(),
  /** Over all its files; of a sealed pack, which shows none of them, over the pack file. */
  digest: z.string(),
  /** The fingerprint of who signed it. */
  signer: z.string().optional(),
  sealed: z.literal(true).optional(),
});
export type LockedSkill = z.infer<typeof lockedSkill>;

const lockSchema = z.looseObject({
  version: z.literal(1),
  skills: z.record(z.string(), lockedSkill),
});

/** What was installed, by name: the whole of what `--frozen` installs again. */
export interface LockFile {
  readonly path: string;
  read(): Promise<Record<string, LockedSkill>>;
  /** `undefined` removes. The caller holds the lock of installing. */
  write(changes: Readonly<Record<string, LockedSkill | undefined>>): Promise<void>;
}

/** What every object inherits is no skill: names come from outside. */
function withoutInherited(skills: Record<string, LockedSkill>): Record<string, LockedSkill> {
  return Object.assign(Object.create(null) as Record<string, LockedSkill>, skills);
}

export function createLockFile(path: string, words: InstallWords): LockFile {
  async function read(): Promise<Record<string, LockedSkill>> {
    try {
      return withoutInherited(lockSchema.parse(JSON.parse(await readFile(path, "utf8"))).skills);
    } catch (error) {
      if ((error as { code?: string }).code === "ENOENT") return withoutInherited({});
      const isBad = error instanceof SyntaxError || error instanceof z.ZodError;
      const first = error instanceof z.ZodError ? error.issues[0] : undefined;
      const reason = first
        ? `${first.path.join(".")}: ${first.message}`
        : error instanceof Error
          ? error.message
          : String(error);
      if (!isBad && (error as { code?: string }).code === undefined) throw error;
      throw refuseInstall(words("lock.unreadable", { file: path, reason }), error);
    }
  }
  return {
    path,
    read,
    async write(changes) {
      const now = { ...(await read()), ...changes };
      const skills = Object.fromEntries(
        Object.entries(now)
          .filter(([, entry]) => entry !== undefined)
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      );
      await writeAtomic(path, `${JSON.stringify({ version: 1, skills }, null, 2)}\n`);
    },
  };
}
