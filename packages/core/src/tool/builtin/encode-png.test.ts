import { crc32, inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { encodePng } from "./encode-png.ts";

/** Reads back what the encoder may write: one data chunk, rows as differences to the row above. */
function decode(png: Buffer): { width: number; height: number; channels: number; bytes: number[] } {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    const end = at + 8 + length;
    expect(png.readUInt32BE(end)).toBe(crc32(png.subarray(at + 4, end)));
    chunks.set(png.toString("latin1", at + 4, at + 8), png.subarray(at + 8, end));
    at = end + 4;
  }
  const header = chunks.get("IHDR") ?? Buffer.alloc(13);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const channels = header[9] === 0 ? 1 : 3;
  const rows = inflateSync(chunks.get("IDAT") ?? Buffer.alloc(0));
  const bytes: number[] = [];
  for (let y = 0; y < height; y++) {
    const start = y * (width * channels + 1);
    expect(rows[start]).toBe(2);
    for (let x = 0; x < width * channels; x++) {
      const above = y === 0 ? 0 : (bytes[(y - 1) * width * channels + x] ?? 0);
      bytes.push(((rows[start + 1 + x] ?? 0) + above) & 0xff);
    }
  }
  expect([...chunks.keys()]).toEqual(["IHDR", "IDAT", "IEND"]);
  return { width, height, channels, bytes };
}

describe("encodePng", () => {
  it("keeps every colour", async () => {
    const pixels = Uint8Array.from({ length: 3 * 5 * 4 }, (_, index) => (index * 37) % 256);
    const decoded = decode(Buffer.from(await encodePng(pixels, 3, 5)));
    expect(decoded).toMatchObject({ width: 3, height: 5, channels: 3 });
    expect(decoded.bytes).toEqual([...pixels].filter((_, index) => index % 4 !== 3));
  });

  it("keeps grey as grey", async () => {
    const greys = [0, 255, 17, 200, 3, 99];
    const pixels = Uint8Array.from(greys.flatMap((grey) => [grey, grey, grey, 255]));
    expect(decode(Buffer.from(await encodePng(pixels, 2, 3)))).toEqual({
      width: 2,
      height: 3,
      channels: 1,
      bytes: greys,
    });
  });
});
