import type { Mode, PromptId } from "@skillmint/core/protocol";

/** What a person chose for a prompt; what is absent stays as it is. */
export interface DraftSettings {
  model?: string;
  mode?: Mode;
  skills?: string[];
}

/** An attachment as the server takes it: `data` is base64. */
export interface DraftAttachment {
  name: string;
  data: string;
}

/** A prompt on its way. The same one sent again has the same id, so that it counts once. */
export interface Draft {
  text: string;
  attachments: DraftAttachment[];
  settings: DraftSettings;
  promptId: PromptId;
}

/** What outlives the page. */
export interface KeptDraft {
  text: string;
  settings: DraftSettings;
}

interface Entry extends KeptDraft {
  at: number;
}

const prefixOf = (name: string): string => `skillmint-draft:${name}:`;
const seenOf = (name: string): string => `skillmint-draft-seen:${name}`;

/** Names this tab. It stays the same when the page is loaded again. */
export function tabName(): string {
  const key = "skillmint-tab";
  const kept = sessionStorage.getItem(key);
  if (kept !== null) return kept;
  const made = Math.random().toString(36).slice(2, 10);
  sessionStorage.setItem(key, made);
  return made;
}

function readEntry(key: string): Entry | undefined {
  const text = localStorage.getItem(key);
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as Entry;
  } catch {
    // Somebody else wrote it.
    return undefined;
  }
}

function entriesOf(name: string): [key: string, entry: Entry][] {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefixOf(name)));
  return keys.flatMap((key): [string, Entry][] => {
    const entry = readEntry(key);
    return entry ? [[key, entry]] : [];
  });
}

/**
 * What was typed and not sent yet, by the place it was typed in. Every tab has its own, so that none overwrites
 * another's; one that has typed nothing there yet begins with what was typed last.
 */
export function readDraft(name: string): KeptDraft {
  const own = readEntry(prefixOf(name) + tabName());
  if (own) return { text: own.text, settings: own.settings };
  if (sessionStorage.getItem(seenOf(name)) !== null) return { text: "", settings: {} };
  const newest = entriesOf(name)
    .map(([, entry]) => entry)
    .toSorted((a, b) => b.at - a.at)[0];
  return { text: newest?.text ?? "", settings: newest?.settings ?? {} };
}

/** Returns false where this browser keeps nothing. */
export function keepDraft(name: string, text: string, settings: DraftSettings = {}): boolean {
  const key = prefixOf(name) + tabName();
  try {
    sessionStorage.setItem(seenOf(name), "");
    if (text === "" && Object.keys(settings).length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify({ text, settings, at: Date.now() } satisfies Entry));
    return true;
  } catch {
    return false;
  }
}

/** It was sent: whatever holds the same text in any tab is done with it, other texts stay. */
export function dropDraft(name: string, text: string): void {
  keepDraft(name, "");
  for (const [key, entry] of entriesOf(name)) if (entry.text === text) localStorage.removeItem(key);
}
