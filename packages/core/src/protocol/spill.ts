import { isSealedText } from "./sealed.ts";
import { maxEventChars, type EventDraft, type Spilled } from "./event.ts";

const headChars = 4_000;
/** What a JSON string may take at most per character of text, worst case `\u0000`. */
const room = maxEventChars - 16 * 1024;

type Path = (string | number)[];

interface LongString {
  path: Path;
  text: string;
  size: number;
}

function findStrings(value: unknown, path: Path, found: LongString[]): void {
  if (typeof value === "string") {
    if (value.length > headChars) found.push({ path, text: value, size: JSON.stringify(value).length });
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => findStrings(item, [...path, index], found));
  } else if (value !== null && typeof value === "object") {
    for (const [key, item] of Object.entries(value)) findStrings(item, [...path, key], found);
  }
}

function setAt(target: unknown, path: Path, value: unknown): void {
  let node = target as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) node = node[key] as Record<string | number, unknown>;
  node[path.at(-1) as string | number] = value;
}

/** Cuts between characters, never inside a surrogate pair. */
export function cutText(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const code = text.charCodeAt(chars - 1);
  return text.slice(0, code >= 0xd800 && code <= 0xdbff ? chars - 1 : chars);
}

/**
 * Makes an event fit into the log: its longest strings become blobs, largest first, and leave their head
 * behind. The shape of the event stays the same, so that every reader can show it as it is.
 */
export async function spill<E extends EventDraft>(
  event: E,
  put: (text: string) => Promise<string>,
): Promise<E> {
  let size = JSON.stringify(event).length;
  if (size <= room) return event;
  const found: LongString[] = [];
  findStrings(event, [], found);
  found.sort((a, b) => b.size - a.size);
  const copy = structuredClone(event);
  const blobs: Spilled[] = [];
  for (const { path, text, size: before } of found) {
    if (size <= room) break;
    const head = cutText(text, headChars);
    setAt(copy, path, head);
    blobs.push({ path, blob: await put(text), chars: text.length });
    size -= before - JSON.stringify(head).length;
  }
  if (size > room) {
    for (const [key, value] of largestFields(copy)) {
      if (size <= room) break;
      const json = JSON.stringify(value);
      const inner = blobs.filter((entry) => entry.path[0] === key);
      if (inner.length > 0) blobs.splice(0, blobs.length, ...blobs.filter((entry) => entry.path[0] !== key));
      const whole = inner.length > 0 ? JSON.stringify((event as Record<string, unknown>)[key]) : json;
      setAt(copy, [key], Array.isArray(value) ? [] : {});
      blobs.push({ path: [key], blob: await put(whole), chars: whole.length, json: true });
      size -= json.length - 2;
    }
  }
  return { ...copy, blobs: [...(event.blobs ?? []), ...blobs] };
}

/** The fields that are lists or objects, largest first: moved as a whole where cutting strings was not enough. */
function largestFields(event: object): [string, unknown][] {
  return Object.entries(event)
    .filter(([, value]) => value !== null && typeof value === "object")
    .sort((a, b) => JSON.stringify(b[1]).length - JSON.stringify(a[1]).length);
}

/**
 * The opposite of `spill`, for one field of an event: the strings that were cut under `root` are whole again. What is
 * sealed stays as it is where `get` cannot open it.
 */
export async function unspill<T>(
  value: T,
  blobs: readonly Spilled[] | undefined,
  root: string,
  get: (blob: string) => Promise<string>,
): Promise<T> {
  const own = blobs?.filter((entry) => entry.path[0] === root) ?? [];
  if (own.length === 0) return value;
  const copy = structuredClone({ [root]: value });
  for (const entry of own) {
    const text = await get(entry.blob);
    if (entry.sealed && isSealedText(text)) continue;
    setAt(copy, entry.path, entry.json ? (JSON.parse(text) as unknown) : text);
  }
  return copy[root] as T;
}
