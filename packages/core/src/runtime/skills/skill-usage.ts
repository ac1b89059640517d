import { readFile } from "node:fs/promises";
import { z } from "zod";
import { withFileLock } from "../../environment/file-lock.ts";
import { writeAtomic } from "../../environment/write-atomic.ts";

const schema = z.record(z.string(), z.object({ count: z.number().int(), lastAt: z.number().int() }));
export type SkillUsage = z.infer<typeof schema>;

/** How often skills were used, so that the list of them can go by it. Losing it loses only that order. */
export interface SkillUsageFile {
  read(): Promise<SkillUsage>;
  add(skillId: string): Promise<void>;
}

export function createSkillUsage(file: string): SkillUsageFile {
  async function read(): Promise<SkillUsage> {
    try {
      return schema.parse(JSON.parse(await readFile(file, "utf8")));
    } catch {
      return {};
    }
  }
  return {
    read,
    add: (skillId) =>
      withFileLock(file, async () => {
        const usage = await read();
        const before = Object.hasOwn(usage, skillId) ? usage[skillId] : undefined;
        const next = { ...usage, [skillId]: { count: (before?.count ?? 0) + 1, lastAt: Date.now() } };
        await writeAtomic(file, JSON.stringify(next));
      }),
  };
}
