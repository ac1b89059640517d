import { createGunzip } from "node:zlib";
import { isBomb } from "./archive-checks.ts";
import type { PackFault } from "./pack-error.ts";
import type { PackLimits } from "./pack-limits.ts";

/** Reads what gzip packed from front to back, a piece in memory at a time. */
export interface GzipReader {
  /** The next bytes, fewer only where it ends. */
  take(count: number): Promise<Buffer>;
  /** Passes over bytes; returns how many there were. */
  skip(count: number): Promise<number>;
  /** How many bytes were taken and passed over. */
  place(): number;
  /** How many packed bytes what was inflated so far was made of. */
  packed(): number;
  close(): void;
}

/**
 * Throws `pack-invalid` as soon as more is inflated than the limits allow for so many packed bytes, the error of zlib
 * where they are damaged or cut, and an error where they go on behind their end.
 */
export function openGzip(bytes: Uint8Array, limits: PackLimits, fault: PackFault): GzipReader {
  const engine = createGunzip({ chunkSize: 64 * 1024 });
  const pieces = engine[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let [inflated, place] = [0, 0];
  let rest: Buffer = Buffer.alloc(0);
  engine.end(bytes);

  async function more(): Promise<boolean> {
    const next = await pieces.next();
    if (next.done) {
      if (engine.bytesWritten !== bytes.length) throw new Error("bytes behind the end");
      return false;
    }
    rest = next.value;
    inflated += rest.length;
    if (isBomb({ size: inflated, packed: bytes.length }, limits)) throw fault("pack-invalid", "archiveBomb");
    return true;
  }

  async function pass(count: number, visit?: (piece: Buffer) => void): Promise<number> {
    let left = count;
    while (left > 0 && (rest.length > 0 || (await more()))) {
      const piece = rest.subarray(0, left);
      rest = rest.subarray(piece.length);
      left -= piece.length;
      visit?.(piece);
    }
    place += count - left;
    return count - left;
  }

  return {
    async take(count) {
      const parts: Buffer[] = [];
      await pass(count, (piece) => parts.push(piece));
      return Buffer.concat(parts);
    },
    skip: (count) => pass(count),
    place: () => place,
    packed: () => engine.bytesWritten,
    close: () => engine.destroy(),
  };
}
