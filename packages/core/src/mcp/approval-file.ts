import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { withFileLock } from "../environment/file-lock.ts";
import { readPlainFile } from "../environment/plain-file.ts";
import { writeAtomic } from "../environment/write-atomic.ts";
import { SkillmintError } from "../protocol/index.ts";
import { isRecord } from "./config-definition.ts";

/** What a person said yes to: how a server starts, and the tools it then had. */
export interface Approved {
  launch: string;
  /** The digest of each tool by its name; absent where nobody knew them yet. */
  tools?: Record<string, string>;
  at: number;
}

/** What was approved, by the place that names a server and its name. */
export interface ApprovalFile {
  get(place: string, server: string): Promise<Approved | undefined>;
  /** `undefined` takes it back. */
  set(place: string, server: string, approved: Approved | undefined): Promise<void>;
}

const version = 1;
const mostBytes = 8 * 1024 * 1024;
const maxAttempts = 5;

type Stored = Record<string, Record<string, Approved>>;

function isTexts(value: unknown): value is Record<string, string> {
  return isRecord(value) && Object.values(value).every((item) => typeof item === "string");
}

function readApproved(value: unknown): Approved | undefined {
  if (!isRecord(value) || typeof value["launch"] !== "string" || typeof value["at"] !== "number")
    return undefined;
  const { launch, tools, at } = value;
  return { launch, ...(isTexts(tools) ? { tools } : {}), at };
}

/** What makes no sense is no approval. */
function parse(text: string): Stored {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return {};
  }
  const stored: Stored = Object.create(null) as Stored;
  if (!isRecord(data) || data["version"] !== version || !isRecord(data["approved"])) return stored;
  for (const [place, servers] of Object.entries(data["approved"])) {
    if (!isRecord(servers)) continue;
    const read = Object.entries(servers).flatMap(([name, value]) => {
      const approved = readApproved(value);
      return approved ? [[name, approved] as const] : [];
    });
    stored[place] = Object.fromEntries(read);
  }
  return stored;
}

/** The 0600 file of approvals. Changes of several processes are all kept; a damaged file holds no approval. */
export function createApprovalFile(file: string): ApprovalFile {
  const read = async (): Promise<Stored> => {
    const found = await readPlainFile(file, mostBytes);
    return found && found.unread === 0 ? parse(found.text) : {};
  };
  return {
    get: async (place, server) => {
      const servers = (await read())[place];
      return servers && Object.hasOwn(servers, server) ? servers[server] : undefined;
    },
    async set(place, server, approved) {
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
        const written = await withFileLock(file, async (lock) => {
          const stored = await read();
          const { [server]: _, ...others } = stored[place] ?? {};
          const next = { ...stored, [place]: approved ? { ...others, [server]: approved } : others };
          const text = `${JSON.stringify({ version, approved: next }, null, 1)}\n`;
          return writeAtomic(file, text, () => lock.isHeld());
        });
        if (written) return;
      }
      throw new SkillmintError("home-unwritable", { params: { path: file } });
    },
  };
}
