/** A folder of the plugin cache, named after a version. */
export interface VersionFolder {
  name: string;
  modifiedAt: number;
}

interface Version {
  numbers: readonly number[];
  pre: readonly string[];
}

function readVersion(text: string): Version | undefined {
  const match = /^v?(\d{1,9})(?:\.(\d{1,9}))?(?:\.(\d{1,9}))?(?:-([\w.-]+))?(?:\+[\w.-]+)?$/.exec(text);
  if (!match) return undefined;
  const [, major, minor = "0", patch = "0", pre] = match;
  return { numbers: [Number(major), Number(minor), Number(patch)], pre: pre?.split(".") ?? [] };
}

function comparePart(a: string, b: string): number {
  const [isNumberA, isNumberB] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumberA && isNumberB) return Number(a) - Number(b);
  if (isNumberA !== isNumberB) return isNumberA ? -1 : 1;
  return a < b ? -1 : Number(a > b);
}

function compareVersions(a: Version, b: Version): number {
  for (let index = 0; index < 3; index++) {
    const difference = (a.numbers[index] ?? 0) - (b.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  if (a.pre.length === 0 || b.pre.length === 0) return b.pre.length - a.pre.length;
  for (let index = 0; index < Math.max(a.pre.length, b.pre.length); index++) {
    const [partA, partB] = [a.pre[index], b.pre[index]];
    if (partA === undefined || partB === undefined) return partA === undefined ? -1 : 1;
    const difference = comparePart(partA, partB);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The highest semantic version; where no name is one, the folder that changed last. */
export function newestVersion<T extends VersionFolder>(folders: readonly T[]): T | undefined {
  const named = folders.flatMap((folder) => {
    // A hash of digits alone is no version: 1234567 would beat every other.
    const version = /^\d{6,}$/.test(folder.name) ? undefined : readVersion(folder.name);
    return version === undefined ? [] : [{ folder, version }];
  });
  named.sort((a, b) => compareVersions(b.version, a.version) || b.folder.modifiedAt - a.folder.modifiedAt);
  if (named[0]) return named[0].folder;
  return folders.toSorted((a, b) => b.modifiedAt - a.modifiedAt || (a.name < b.name ? 1 : -1))[0];
}
