import { readPaxRecords, readText, type TarHeader } from "./tar-header.ts";

/** What a tar says of an entry before the entry itself: names that are too long for its header, and the like. */
export interface TarExtras {
  isExtra(header: TarHeader): boolean;
  /** Keeps what is said for the next entry. */
  add(header: TarHeader, data: Buffer): void;
  /** The header of an entry, with what was said of it. */
  apply(header: TarHeader): TarHeader;
  /** Throws where something was said of an entry that never came. */
  assertNone(): void;
}

const pax = "x";
const paxOfAll = "g";
const gnuName = "L";
const gnuLink = "K";
const kinds = new Set([pax, paxOfAll, gnuName, gnuLink]);

/**
 * Refuses by `broken` what two readers could understand in two ways: an archive with such a thing shows one of them
 * other files than the other.
 */
export function createTarExtras(broken: (what: string) => Error): TarExtras {
  let waiting = false;
  let name: string | undefined;
  let size: number | undefined;

  function rename(to: string): void {
    if (name !== undefined) throw broken(to);
    name = to;
  }

  function addRecords(data: Buffer, isOfAll: boolean): void {
    const records = readPaxRecords(data);
    const isSparse = [...(records?.keys() ?? [])].some((key) => key.startsWith("GNU.sparse."));
    if (!records || isSparse) throw broken("pax");
    const [path, length] = [records.get("path"), records.get("size")];
    if (isOfAll && (path !== undefined || length !== undefined)) throw broken("pax");
    if (path) rename(path);
    if (length) size = /^\d{1,15}$/.test(length) ? Number(length) : Number.NaN;
  }

  return {
    isExtra: ({ type }) => kinds.has(type),
    add({ type }, data) {
      if (type !== paxOfAll) waiting = true;
      if (type === gnuName) rename(readText(data));
      if (type === pax || type === paxOfAll) addRecords(data, type === paxOfAll);
    },
    apply(header) {
      if (size !== undefined && size !== header.size) throw broken(header.name);
      const applied = { ...header, name: name ?? header.name };
      waiting = false;
      name = undefined;
      size = undefined;
      return applied;
    },
    assertNone() {
      if (waiting) throw broken("tar");
    },
  };
}
