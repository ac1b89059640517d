import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { checkArchiveSizes, chooseEntries, type ArchiveSizes } from "./archive-checks.ts";
import { openGzip, type GzipReader } from "./gzip-reader.ts";
import { showPath } from "./pack-content.ts";
import type { PackFault } from "./pack-error.ts";
import type { PackFile } from "./pack-file.ts";
import type { PackLimits } from "./pack-limits.ts";
import { readTarEntry, type TarFile } from "./tar-entry.ts";
import { createTarExtras } from "./tar-extras.ts";
import { blockBytes, readTarHeader } from "./tar-header.ts";

interface TarEntry extends TarFile, ArchiveSizes {
  /** Where its bytes begin in the tar. */
  start: number;
}

/** Of what is said of an entry before it: a name and attributes, which are short. */
const maxExtraBytes = 1024 * 1024;

/** Of empty blocks at the end: programs fill up to a record, commonly of 10 KB. */
const maxEndBytes = 1024 * 1024;

/**
 * The files of a tar that gzip packed, as `readArchive` promises them; what is damaged beyond words throws as it comes.
 * It is gone through twice: to see what is in it, with a piece in memory at a time, and only then for its bytes.
 */
export async function readTar(bytes: Uint8Array, limits: PackLimits, fault: PackFault): Promise<PackFile[]> {
  const reader = openGzip(bytes, limits, fault);
  const entries: TarEntry[] = [];
  try {
    for await (const entry of listEntries(reader, limits, fault)) entries.push(entry);
  } finally {
    reader.close();
  }
  checkArchiveSizes(entries, bytes.length, limits, fault);
  const wanted = chooseEntries(entries, fault);
  const whole = await promisify(gunzip)(bytes, { maxOutputLength: reader.place() });
  return wanted.map(({ path, executable, start, size }) => ({
    path,
    bytes: whole.subarray(start, start + size),
    executable,
  }));
}

const isEmpty = (block: Buffer): boolean => block.length > 0 && block.every((byte) => byte === 0);

async function* listEntries(
  reader: GzipReader,
  limits: PackLimits,
  fault: PackFault,
): AsyncGenerator<TarEntry> {
  const broken = (what: string) => fault("pack-invalid", "archiveBroken", { what: showPath(what) });
  const extras = createTarExtras(broken);
  let [count, total] = [0, 0];
  let block = await reader.take(blockBytes);
  for (; !isEmpty(block); block = await reader.take(blockBytes)) {
    const header = readTarHeader(block);
    if (!header) throw broken("tar");
    const { name, size } = header;
    if (++count > limits.entries) throw fault("pack-invalid", "tooMany", { limit: limits.files });
    total += size;
    if (total > limits.bytes)
      throw fault("pack-invalid", "tooLarge", { limit: Math.floor(limits.bytes / 1024 ** 2) });
    const padded = Math.ceil(size / blockBytes) * blockBytes;
    if (extras.isExtra(header)) {
      if (size > maxExtraBytes) throw broken(name);
      const data = await reader.take(padded);
      if (data.length < padded) throw broken(name);
      extras.add(header, data.subarray(0, size));
      continue;
    }
    const file = readTarEntry(extras.apply(header), fault);
    const [start, packed] = [reader.place(), reader.packed()];
    if ((await reader.skip(padded)) < padded) throw broken(name);
    if (file) yield { ...file, start, size, packed: reader.packed() - packed };
  }
  extras.assertNone();
  // An archive ends in empty blocks. What comes behind them is seen by some readers and not by others.
  const last = reader.place() + maxEndBytes;
  for (; block.length > 0; block = await reader.take(blockBytes)) {
    if (block.length < blockBytes || !isEmpty(block)) throw broken("tar");
    if (reader.place() > last) throw fault("pack-invalid", "archiveBomb");
  }
}
