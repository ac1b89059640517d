/** One entry of a zip, as it will stand in it. */
export interface PackedEntry {
  path: string;
  /** Stored, or deflated. Not copied. */
  packed: Uint8Array;
  method: "stored" | "deflated";
  /** Of what is packed. */
  size: number;
  crc: number;
  executable: boolean;
}

export const localHeader = 0x04034b50;
export const localLength = 30;
export const endLength = 22;
const centralHeader = 0x02014b50;
const centralLength = 46;
const endHeader = 0x06054b50;
/** 2.0, as folders in paths want it. */
const versionNeeded = 20;
/** Unix, 2.0. */
const versionMadeBy = (3 << 8) | 20;
/** Names are UTF-8. */
const flags = 1 << 11;
const methods = { stored: 0, deflated: 8 };
/** The first of January 1980, the first day that the format knows: the same files give the same bytes. */
const date = (1 << 5) | 1;

/** What both headers of an entry say of it, from the version that is needed up to the length of its name. */
function writeCommon(target: Buffer, at: number, entry: PackedEntry, nameLength: number): void {
  target.writeUInt16LE(versionNeeded, at);
  target.writeUInt16LE(flags, at + 2);
  target.writeUInt16LE(methods[entry.method], at + 4);
  // Time 0.
  target.writeUInt16LE(date, at + 8);
  target.writeUInt32LE(entry.crc, at + 10);
  target.writeUInt32LE(entry.packed.length, at + 14);
  target.writeUInt32LE(entry.size, at + 18);
  target.writeUInt16LE(nameLength, at + 22);
}

/**
 * A zip of these entries in this order, in pieces; its bytes are a function of them and of nothing else. For less than
 * 65,535 files and 4 GB.
 */
export function writeZipPieces(entries: readonly PackedEntry[]): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.path, "utf8");
    const local = Buffer.alloc(localLength);
    local.writeUInt32LE(localHeader, 0);
    writeCommon(local, 4, entry, name.length);
    pieces.push(local, name, entry.packed);
    const header = Buffer.alloc(centralLength);
    header.writeUInt32LE(centralHeader, 0);
    header.writeUInt16LE(versionMadeBy, 4);
    writeCommon(header, 6, entry, name.length);
    header.writeUInt32LE((entry.executable ? 0o100755 : 0o100644) * 0x10000, 38);
    header.writeUInt32LE(offset, 42);
    central.push(header, name);
    offset += localLength + name.length + entry.packed.length;
  }
  const end = Buffer.alloc(endLength);
  end.writeUInt32LE(endHeader, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(
    central.reduce((sum, piece) => sum + piece.length, 0),
    12,
  );
  end.writeUInt32LE(offset, 16);
  return [...pieces, ...central, end];
}
