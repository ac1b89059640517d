import type { Attachment } from "./attachment.ts";
import { tabName } from "./draft.ts";

interface Shelved {
  at: number;
  items: Attachment[];
}

const store = "attachments";
/** Whoever did not come back by then does not. */
const keepMs = 14 * 24 * 60 * 60 * 1_000;

/** Where this tab keeps the files of a draft. */
export const shelfOf = (draftKey: string): string => `${draftKey}:${tabName()}`;

function settle<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("indexedDB")));
  });
}

async function open(): Promise<IDBDatabase | undefined> {
  if (typeof indexedDB === "undefined") return undefined;
  const request = indexedDB.open("skillmint", 1);
  request.addEventListener("upgradeneeded", () => request.result.createObjectStore(store));
  return settle(request).catch(() => undefined);
}

async function dropOld(objects: IDBObjectStore, now: number): Promise<void> {
  const keys = await settle(objects.getAllKeys());
  for (const key of keys) {
    const kept = (await settle(objects.get(key))) as Shelved | undefined;
    if (kept && now - kept.at > keepMs) objects.delete(key);
  }
}

/** What was attached and not sent, over a reload of the page. A browser that keeps nothing has none. */
export async function readShelf(key: string): Promise<Attachment[]> {
  const database = await open();
  if (!database) return [];
  try {
    const objects = database.transaction(store, "readwrite").objectStore(store);
    const kept = (await settle(objects.get(key))) as Shelved | undefined;
    await dropOld(objects, Date.now());
    return kept?.items ?? [];
  } finally {
    database.close();
  }
}

export async function fillShelf(key: string, items: readonly Attachment[]): Promise<void> {
  const database = await open();
  if (!database) return;
  try {
    const objects = database.transaction(store, "readwrite").objectStore(store);
    const shelved: Shelved = { at: Date.now(), items: [...items] };
    if (items.length === 0) await settle(objects.delete(key));
    else await settle(objects.put(shelved, key));
  } finally {
    database.close();
  }
}
