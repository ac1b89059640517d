import { gzipSync } from "node:zlib";

/** One entry of a tar as anyone may write it; what is not said is as it should be. */
export interface RawTarEntry {
  name: string | Uint8Array;
  text?: string | Uint8Array;
  type?: string;
  mode?: number;
  /** What its header claims. */
  size?: number | Uint8Array;
  prefix?: string;
  magic?: string;
  checksum?: number;
  /** Where a link leads. */
  link?: string;
}

function writeHeader(entry: RawTarEntry, size: number): Buffer {
  const block = Buffer.alloc(512);
  block.set(Buffer.from(entry.name).subarray(0, 100), 0);
  block.write(`${(entry.mode ?? 0o644).toString(8).padStart(7, "0")}\0`, 100);
  const claimed = entry.size ?? size;
  if (typeof claimed === "number") block.write(`${claimed.toString(8).padStart(11, "0")}\0`, 124);
  else block.set(claimed, 124);
  block.write(" ".repeat(8), 148);
  block.write(entry.type ?? "0", 156, "latin1");
  block.write(entry.link ?? "", 157);
  block.write(entry.magic ?? "ustar\x0000", 257, "latin1");
  block.write(entry.prefix ?? "", 345);
  const sum = entry.checksum ?? block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}

function toBlocks(bytes: Uint8Array): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);
}

/** The entries of such a tar, without its end. */
export function writeTarEntries(entries: readonly RawTarEntry[]): Buffer {
  return Buffer.concat(
    entries.flatMap((entry) => {
      const bytes = Buffer.from(entry.text ?? "");
      return [writeHeader(entry, bytes.length), toBlocks(bytes)];
    }),
  );
}

/** A whole one, packed. */
export function writeRawTar(entries: readonly RawTarEntry[], end: Uint8Array = Buffer.alloc(1024)): Buffer {
  return gzipSync(Buffer.concat([writeTarEntries(entries), end]));
}

/** An extended header: what is said of the next entry, or of all. */
export function pax(records: Readonly<Record<string, string>>, type = "x"): RawTarEntry {
  const lines = Object.entries(records).map(([key, value]) => {
    const rest = ` ${key}=${value}\n`;
    let length = Buffer.byteLength(rest);
    while (length !== Buffer.byteLength(`${length}${rest}`)) length = Buffer.byteLength(`${length}${rest}`);
    return `${length}${rest}`;
  });
  return { name: "PaxHeaders/x", type, text: lines.join("") };
}
