import { promisify } from "node:util";
import { crc32, deflateRaw } from "node:zlib";
import type { PackFile } from "../../pack/pack-file.ts";

const compress = promisify(deflateRaw);
const [localSize, centralSize, endSize] = [30, 46, 22];
const utf8 = 0x0800;
const deflated = 8;
/** The first day that a zip can name: the same files give the same bytes. */
const firstDay = 0x0021;
const byUnix = 0x0314;

interface Entry {
  name: Buffer;
  data: Buffer;
  size: number;
  check: number;
  mode: number;
  offset: number;
}

function localHeader({ name, data, size, check }: Entry): Buffer {
  const header = Buffer.alloc(localSize);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(utf8, 6);
  header.writeUInt16LE(deflated, 8);
  header.writeUInt16LE(firstDay, 12);
  header.writeUInt32LE(check, 14);
  header.writeUInt32LE(data.length, 18);
  header.writeUInt32LE(size, 22);
  header.writeUInt16LE(name.length, 26);
  return header;
}

function centralHeader({ name, data, size, check, mode, offset }: Entry): Buffer {
  const header = Buffer.alloc(centralSize);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(byUnix, 4);
  header.writeUInt16LE(20, 6);
  header.writeUInt16LE(utf8, 8);
  header.writeUInt16LE(deflated, 10);
  header.writeUInt16LE(firstDay, 14);
  header.writeUInt32LE(check, 16);
  header.writeUInt32LE(data.length, 20);
  header.writeUInt32LE(size, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt32LE((mode * 0x1_0000) >>> 0, 38);
  header.writeUInt32LE(offset, 42);
  return header;
}

/** A zip of these files as every tool reads it, with their executable bits. For less than 65,535 files and 4 GB. */
export async function writeZip(files: readonly PackFile[]): Promise<Buffer> {
  const parts: Buffer[] = [];
  const entries: Entry[] = [];
  let offset = 0;
  for (const { path, bytes, executable } of files) {
    const entry: Entry = {
      name: Buffer.from(path),
      data: await compress(bytes),
      size: bytes.length,
      check: crc32(bytes),
      mode: executable ? 0o100755 : 0o100644,
      offset,
    };
    entries.push(entry);
    parts.push(localHeader(entry), entry.name, entry.data);
    offset += localSize + entry.name.length + entry.data.length;
  }
  const central = entries.flatMap((entry) => [centralHeader(entry), entry.name]);
  const length = central.reduce((sum, part) => sum + part.length, 0);
  const end = Buffer.alloc(endSize);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...central, end]);
}
