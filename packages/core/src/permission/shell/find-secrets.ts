import { readdir } from "node:fs/promises";
import { isSecret } from "../guarded-path.ts";
import { matchSigns, readSigns } from "../wildcard.ts";
import type { Depth } from "./deep-read.ts";

const maxEntries = 100_000;
const maxFound = 5;
const atOnce = 32;
/** What others published, and what version control keeps. */
const passedOver = new Set(["node_modules", "site-packages", ".git", ".hg", ".svn", ".jj"]);

/**
 * Files below a folder that may hold secrets, by their names, the first few of them; links are not followed. Undefined
 * where the folder is too large to look through.
 */
export async function findSecrets(folder: string, { hidden, names }: Depth): Promise<string[] | undefined> {
  const patterns = names?.map((name) => readSigns(name.toLowerCase(), "*?"));
  const isWanted = (name: string) =>
    patterns === undefined || patterns.some((pattern) => matchSigns(pattern, name.toLowerCase()));
  const found: string[] = [];
  const open = [folder];
  let looked = 0;
  while (open.length > 0 && found.length < maxFound) {
    const folders = open.splice(-atOnce);
    const lists = await Promise.allSettled(folders.map((one) => readdir(one, { withFileTypes: true })));
    for (const [i, list] of lists.entries()) {
      for (const entry of list.status === "fulfilled" ? list.value : []) {
        if (++looked > maxEntries) return undefined;
        if (!hidden && entry.name.startsWith(".")) continue;
        const place = `${folders[i] === "/" ? "" : folders[i]}/${entry.name}`;
        if (entry.isDirectory()) {
          if (!passedOver.has(entry.name)) open.push(place);
        } else if (entry.isFile() && isSecret(place) && isWanted(entry.name)) found.push(place);
      }
    }
  }
  return found.toSorted().slice(0, maxFound);
}
