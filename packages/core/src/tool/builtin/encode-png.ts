import { promisify } from "node:util";
import { crc32, deflate } from "node:zlib";

const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
const grey = 0;
const colour = 2;
/** Each row stores its difference to the row above: rows of a page are mostly alike. */
const filterUp = 2;

function chunk(type: string, data: Uint8Array): Buffer {
  const bytes = Buffer.alloc(data.length + 12);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, "latin1");
  bytes.set(data, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, data.length + 8)), data.length + 8);
  return bytes;
}

function isGrey(pixels: Uint8Array): boolean {
  for (let at = 0; at + 2 < pixels.length; at += 4)
    if (pixels[at] !== pixels[at + 1] || pixels[at] !== pixels[at + 2]) return false;
  return true;
}

function filterRows(pixels: Uint8Array, width: number, height: number, channels: number): Uint8Array {
  const stride = width * channels + 1;
  const rows = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    let to = y * stride;
    rows[to++] = filterUp;
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 4;
      const above = from - width * 4;
      for (let channel = 0; channel < channels; channel++)
        rows[to++] = (pixels[from + channel] ?? 0) - (y === 0 ? 0 : (pixels[above + channel] ?? 0));
    }
  }
  return rows;
}

/** A PNG of opaque pixels, four bytes each (red, green, blue, ignored); grey ones take a third of the space. */
export async function encodePng(pixels: Uint8Array, width: number, height: number): Promise<Uint8Array> {
  const plain = isGrey(pixels);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  header[9] = plain ? grey : colour;
  const packed = await promisify(deflate)(filterRows(pixels, width, height, plain ? 1 : 3));
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", packed),
    chunk("IEND", new Uint8Array()),
  ]);
}
