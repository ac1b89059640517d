import { lazy } from "../protocol/lazy.ts";

/** What keeps a text from being a key. */
export type KeyProblem = "empty" | "long" | "path" | "reserved" | "characters";

const maxChars = 100;
/** With what atomic writing puts around it, a name stays below the 255 bytes of most file systems. */
const maxBytes = 200;

const ascii = /^\w(?:[\w. -]*[\w-])?$/;
/** Patterns of all scripts take milliseconds to make, and most keys need none. */
const plain = lazy(() => /^[\p{L}\p{N}_](?:[\p{L}\p{N}\p{M}_. -]*[\p{L}\p{N}\p{M}_-])?$/u);
/** Fillers and variation selectors count as letters or marks, and show nothing. */
const unseen = lazy(() => /\p{Default_Ignorable_Code_Point}/u);
const device = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$)(?:[. ]|$)/i;

/** The key whose text new sessions begin with. */
export const mainKey = "MEMORY";

/**
 * The key that a text names: one path component on every system, without the `.md` of its file. `MEMORY` is found in
 * any case.
 */
export function parseMemoryKey(text: string): { key: string } | { problem: KeyProblem } {
  const key = text.normalize("NFC").trim().replace(/\.md$/i, "");
  if (key === "") return { problem: "empty" };
  if (/[/\\]/.test(key) || /^\.+$/.test(key)) return { problem: "path" };
  if (key.length > maxChars || Buffer.byteLength(key) > maxBytes) return { problem: "long" };
  if (device.test(key)) return { problem: "reserved" };
  if (!ascii.test(key) && (!plain().test(key) || unseen().test(key))) return { problem: "characters" };
  return { key: key.toUpperCase() === mainKey ? mainKey : key };
}
