import { createHash } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import {
  createTranslate,
  SkillmintError,
  type EventDraft,
  type FileChange,
  type Language,
  type SessionId,
  type Translate,
} from "../protocol/index.ts";
import { openView } from "../session/open-view.ts";
import type { Owner, Store } from "../session/store.ts";
import { writeFileAtomic } from "../workspace/write-file.ts";
import { createSessionLog } from "./session-log.ts";
import { abandonCalls } from "./settle-calls.ts";

export interface UndoOptions {
  store: Store;
  sessionId: SessionId;
  owner: Owner;
  direction: "undo" | "redo";
  language: Language;
}

type FileReport = EventDraft<"session.rewound">["files"][number];

/** One file over all the changes that are taken back: what it must hold now, and what it will hold then. */
interface Reversal {
  path: string;
  expected: string | null;
  wanted: string | null;
  mode?: number;
}

function planReversals(changes: readonly FileChange[], direction: "undo" | "redo"): Reversal[] {
  const byPath = new Map<string, Reversal>();
  for (const change of changes) {
    const known = byPath.get(change.path);
    const mode = change.mode === undefined ? {} : { mode: change.mode };
    if (direction === "undo") {
      byPath.set(change.path, {
        path: change.path,
        wanted: known ? known.wanted : change.before,
        expected: change.after,
        ...mode,
      });
    } else {
      byPath.set(change.path, {
        path: change.path,
        wanted: change.after,
        expected: known ? known.expected : change.before,
        ...mode,
      });
    }
  }
  return [...byPath.values()];
}

async function digestOf(path: string): Promise<string | null> {
  try {
    return createHash("sha256")
      .update(await readFile(path))
      .digest("hex");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Restores a file only where it still holds what we wrote; a person's own changes are never overwritten. */
async function reverse(store: Store, reversal: Reversal, t: Translate): Promise<FileReport> {
  const { path, expected, wanted, mode } = reversal;
  try {
    const current = await digestOf(path);
    if (current === wanted) return { path, restored: true };
    if (current !== expected) return { path, restored: false, reason: t("session.changedSince") };
    if (wanted === null) await rm(path);
    else await writeFileAtomic(path, await store.getBlob(wanted), mode === undefined ? {} : { mode });
    return { path, restored: true };
  } catch (error) {
    return { path, restored: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

export interface Undone {
  prompt: string;
  files: FileReport[];
}

/**
 * Takes back the last prompt with what followed it, files included, or brings back what was taken back last.
 * Files first: if this is interrupted, doing it again finds them restored and goes on.
 */
export async function undoSession(options: UndoOptions): Promise<Undone> {
  const { store, sessionId, owner, direction, language } = options;
  const lease = await store.acquireLease(sessionId, owner);
  try {
    const view = await openView(store, sessionId, { full: true });
    const log = createSessionLog({ store, view, fence: lease.fence });
    const prompt = view.entries.findLast((entry) => entry.kind === "prompt");
    const undone = view.undone.at(-1);
    const promptSeq = direction === "undo" ? prompt?.seq : undone?.promptSeq;
    const t = createTranslate(language);
    if (promptSeq === undefined) {
      throw new SkillmintError("nothing-to-undo", {
        params: { id: sessionId, what: t(`prompt.${direction}`) },
      });
    }
    await abandonCalls({ log, t });
    const changes =
      direction === "undo"
        ? view.changes.filter((change) => change.seq > promptSeq)
        : (undone?.changes ?? []);
    const files: FileReport[] = [];
    for (const reversal of planReversals(changes, direction)) files.push(await reverse(store, reversal, t));
    const entry = direction === "undo" ? prompt : undone?.entries[0];
    await log.append([{ type: "session.rewound", direction, promptSeq, files }], { durable: true });
    const text =
      entry?.kind === "prompt"
        ? entry.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join(" ")
        : "";
    return { prompt: text, files };
  } finally {
    await store.releaseLease(lease);
  }
}
