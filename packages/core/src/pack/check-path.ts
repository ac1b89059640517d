/** Control characters, what turns the direction of text, and what no file name of Windows may have. */
const forbidden = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069<>:"|?*\\/]/u;
const devices = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;
const maxNameBytes = 255;
const maxPathBytes = 1024;
const maxDepth = 32;

/** Whether a text is one plain part of a path on every system. */
export function isSafeName(name: string): boolean {
  return (
    name !== "" &&
    name !== "." &&
    name !== ".." &&
    // A key of this name is lost in an object.
    name !== "__proto__" &&
    !forbidden.test(name) &&
    !/[. ]$/.test(name) &&
    !devices.test(name) &&
    Buffer.byteLength(name) <= maxNameBytes
  );
}

/** Whether a path stays below the folder it is meant for, on every system: relative, with slashes, in NFC. */
export function isSafePath(path: string): boolean {
  const parts = path.split("/");
  return (
    path === path.normalize("NFC") &&
    parts.length <= maxDepth &&
    Buffer.byteLength(path) <= maxPathBytes &&
    parts.every(isSafeName)
  );
}

/** How file systems compare that take no notice of case and form. */
function fold(path: string): string {
  return path.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC");
}

export type PathFault = { kind: "unsafe" | "clash"; path: string };

/**
 * The first path that may not be used: one that is not safe, or one that some file system would take for another
 * (the same twice, in another case or form, a file where another has a folder). `undefined` where all are fine.
 */
export function findPathFault(paths: Iterable<string>): PathFault | undefined {
  const seen = new Map<string, { path: string; isFile: boolean }>();
  for (const path of paths) {
    if (!isSafePath(path)) return { kind: "unsafe", path };
    const parts = path.split("/");
    for (let count = 1; count <= parts.length; count++) {
      const part = parts.slice(0, count).join("/");
      const isFile = count === parts.length;
      const known = seen.get(fold(part));
      if (known === undefined) seen.set(fold(part), { path: part, isFile });
      else if (known.path !== part || known.isFile || isFile) return { kind: "clash", path };
    }
  }
  return undefined;
}
