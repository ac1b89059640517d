import { crc32, deflateRawSync, deflateSync, constants } from "node:zlib";

/** One entry of a zip as anyone may write it; what is not said is as it should be. */
export interface RawEntry {
  name: string | Uint8Array;
  /** What it is to become. */
  text?: string | Uint8Array;
  /** What stands in the archive, instead of `text` deflated. */
  packed?: Uint8Array;
  method?: number;
  /** What it claims to become. */
  size?: number;
  crc?: number;
  flags?: number;
  /** Kind and rights of Unix; default: a regular file. */
  mode?: number;
  /** What its own header calls it. */
  localName?: string;
  /** The entry whose place it uses, by index. */
  sharesWith?: number;
}

/** Writes such a zip. */
export function writeRawZip(entries: readonly RawEntry[]): Buffer {
  const parts: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  const offsets: number[] = [];
  let offset = 0;
  for (const entry of entries) {
    const bytes = typeof entry.text === "string" ? Buffer.from(entry.text) : (entry.text ?? new Uint8Array());
    const packed = entry.packed ?? (entry.method === 0 ? bytes : deflateRawSync(bytes));
    const name = Buffer.from(entry.name);
    const localName = Buffer.from(entry.localName ?? entry.name);
    const common = (length: number): Buffer => {
      const header = Buffer.alloc(26);
      header.writeUInt16LE(20, 0);
      header.writeUInt16LE(entry.flags ?? 0, 2);
      header.writeUInt16LE(entry.method ?? 8, 4);
      header.writeUInt32LE(entry.crc ?? crc32(bytes), 10);
      header.writeUInt32LE(packed.length, 14);
      header.writeUInt32LE(entry.size ?? bytes.length, 18);
      header.writeUInt16LE(length, 22);
      return header;
    };
    const place = entry.sharesWith === undefined ? offset : (offsets[entry.sharesWith] ?? 0);
    offsets.push(place);
    if (entry.sharesWith === undefined) {
      const local = [Buffer.from("PK\x03\x04", "latin1"), common(localName.length), localName, packed];
      parts.push(...local);
      offset += local.reduce((sum, { length }) => sum + length, 0);
    }
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6);
    tail.writeUInt32LE(place, 10);
    central.push(Buffer.from("PK\x01\x02\x14\x03", "latin1"), common(name.length), tail, name);
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(entries.length & 0xffff, 8);
  end.writeUInt16LE(entries.length & 0xffff, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
}

/** Deflated zeros of this many MB, made in no time: a full flush makes every part stand for itself. */
export function deflateZeros(megabytes: number): Buffer {
  const zeros = new Uint8Array(1024 * 1024);
  // Without the header and the checksum of zlib around it.
  const part = deflateSync(zeros, { finishFlush: constants.Z_FULL_FLUSH }).subarray(2);
  return Buffer.concat([...Array.from({ length: megabytes }, () => part), Buffer.from([3, 0])]);
}
