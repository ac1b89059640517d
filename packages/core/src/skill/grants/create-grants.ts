import { mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import { SkillmintError } from "../../protocol/index.ts";
import { parseGrants, writeGrants, type Approved } from "./grants-file.ts";

/** How the file is written and kept from others meanwhile; the environment's own functions fit. */
export interface GrantsIo {
  /** Replaces a file as a whole, 0600; false where `mayCommit` said no and nothing was written. */
  writeAtomic(file: string, text: string, mayCommit: () => Promise<boolean>): Promise<boolean>;
  withLock<T>(file: string, work: (lock: { isHeld(): Promise<boolean> }) => Promise<T>): Promise<T>;
  now?(): number;
}

export interface NewApproval {
  /** Of the whole folder: approval ends with the first byte that changes. */
  digest: string;
  /** The rules of `allowed-tools` that were granted. */
  rules: readonly string[];
  files: readonly { path: string; digest: string }[];
  texts: Readonly<Record<string, string>>;
}

/** What people approved of skills, by their real folder. Nothing here grants anything by itself. */
export interface Grants {
  find(skillFolder: string): Promise<Approved | undefined>;
  approve(skillFolder: string, approval: NewApproval): Promise<Approved>;
  /** False where nothing was approved. */
  forget(skillFolder: string): Promise<boolean>;
  list(): Promise<Approved[]>;
}

const maxFileBytes = 32 * 1024 * 1024;
const maxAttempts = 5;

async function readStore(file: string): Promise<Map<string, Approved>> {
  let handle;
  try {
    handle = await open(file, "r");
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return new Map();
    throw error;
  }
  try {
    if ((await handle.stat()).size > maxFileBytes) return new Map();
    return parseGrants(await handle.readFile("utf8"));
  } finally {
    await handle.close();
  }
}

/**
 * The store of approvals. A file that cannot be read holds no approval: people are asked again. Changes of several
 * processes are all kept.
 */
export function createGrants({ file, io }: { file: string; io: GrantsIo }): Grants {
  async function change<T>(work: (store: Map<string, Approved>) => T): Promise<T> {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const done = await io.withLock(file, async (lock) => {
        const store = await readStore(file);
        const result = work(store);
        return (await io.writeAtomic(file, writeGrants(store), () => lock.isHeld())) ? { result } : undefined;
      });
      if (done !== undefined) return done.result;
    }
    throw new SkillmintError("home-unwritable", { params: { path: file } });
  }
  return {
    find: async (skillFolder) => (await readStore(file)).get(skillFolder),
    approve: (skillFolder, { digest, rules, files, texts }) =>
      change((store) => {
        const approved: Approved = {
          folder: skillFolder,
          digest,
          rules: [...rules],
          files: files.map((each) => ({ path: each.path, digest: each.digest })),
          texts: { ...texts },
          approvedAt: io.now?.() ?? Date.now(),
        };
        store.delete(skillFolder);
        store.set(skillFolder, approved);
        return approved;
      }),
    forget: (skillFolder) => change((store) => store.delete(skillFolder)),
    list: async () => [...(await readStore(file)).values()],
  };
}

/** Whether an approval still holds: the folder is the same to the byte, and nothing more is asked for. */
export function isApproved(
  approved: Approved | undefined,
  now: { digest: string; rules: readonly string[] },
): approved is Approved {
  if (approved === undefined || now.digest === "" || approved.digest !== now.digest) return false;
  return now.rules.every((rule) => approved.rules.includes(rule));
}
