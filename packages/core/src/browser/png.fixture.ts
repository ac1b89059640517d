import { inflateSync } from "node:zlib";

export interface Pixels {
  width: number;
  height: number;
  /** Red, green and blue of one point. */
  at(x: number, y: number): number[];
}

function paeth(a: number, b: number, c: number): number {
  const p = a + b - c;
  const [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)];
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

/** Reads a PNG of eight bits a channel that is not interlaced, as browsers write them. */
export function decodePng(bytes: Uint8Array): Pixels {
  const view = Buffer.from(bytes);
  if (view.toString("latin1", 1, 4) !== "PNG") throw new Error("no PNG");
  const width = view.readUInt32BE(16);
  const height = view.readUInt32BE(20);
  const channels = { 2: 3, 6: 4 }[view[25] ?? 0];
  if (view[24] !== 8 || channels === undefined || view[28] !== 0) throw new Error("another kind of PNG");
  const parts: Buffer[] = [];
  for (let at = 8; at < view.length; at += view.readUInt32BE(at) + 12)
    if (view.toString("latin1", at + 4, at + 8) === "IDAT")
      parts.push(view.subarray(at + 8, at + 8 + view.readUInt32BE(at)));
  const packed = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const rows = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = packed[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x++) {
      const here = y * stride + x;
      const left = x < channels ? 0 : (rows[here - channels] ?? 0);
      const above = y === 0 ? 0 : (rows[here - stride] ?? 0);
      const corner = x < channels || y === 0 ? 0 : (rows[here - stride - channels] ?? 0);
      const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter] ?? 0;
      rows[here] = (packed[y * (stride + 1) + 1 + x] ?? 0) + guess;
    }
  }
  return {
    width,
    height,
    at: (x, y) => [...rows.subarray(y * stride + x * channels, y * stride + x * channels + 3)],
  };
}
