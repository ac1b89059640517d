import { closeSync, openSync, readSync, renameSync, writeFileSync } from "node:fs";

/** One chunk of the command: a function around a CommonJS module, in ASCII, and what V8 made of it. */
export interface ImageChunk {
  /** The last part of its path. */
  name: string;
  source: string;
  code: Uint8Array;
}

export interface ImageFile {
  /** The chunk of this name; its bytes are read now. */
  read(name: string): ImageChunk | undefined;
  names: readonly string[];
  close(): void;
}

/** Of each chunk its name, the length of its source and the length of its code, in the order of their bytes. */
type Index = [name: string, source: number, code: number][];

const headBytes = 8;
const magic = 0x534d_4931;

function readAt(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, at));
}

function readIndex(file: number): { index: Index; bytes: number } | undefined {
  const head = readAt(file, 0, headBytes);
  if (head.length < headBytes || head.readUInt32LE(0) !== magic) return undefined;
  const bytes = head.readUInt32LE(4);
  const text = readAt(file, headBytes, bytes).toString("latin1");
  return text.length < bytes ? undefined : { index: JSON.parse(text) as Index, bytes };
}

/** Opens an image for reading. Undefined where there is none, or something else. */
export function openImageFile(path: string): ImageFile | undefined {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return undefined;
    throw error;
  }
  const found = readIndex(file);
  if (!found) {
    closeSync(file);
    return undefined;
  }
  const places = new Map<string, { at: number; source: number; code: number }>();
  let at = headBytes + found.bytes;
  for (const [name, source, code] of found.index) {
    places.set(name, { at, source, code });
    at += source + code;
  }
  return {
    names: [...places.keys()],
    read(name) {
      const place = places.get(name);
      if (!place) return undefined;
      const length = place.source + place.code;
      const bytes = readAt(file, place.at, length);
      if (bytes.length < length) throw new Error(`${path} is too short.`);
      return {
        name,
        source: bytes.toString("latin1", 0, place.source),
        code: bytes.subarray(place.source),
      };
    },
    close: () => closeSync(file),
  };
}

/** Writes an image and puts it in its place as a whole. */
export function writeImageFile(path: string, chunks: readonly ImageChunk[]): void {
  const index: Index = chunks.map(({ name, source, code }) => [name, source.length, code.length]);
  const indexText = Buffer.from(JSON.stringify(index), "latin1");
  const head = Buffer.alloc(headBytes);
  head.writeUInt32LE(magic, 0);
  head.writeUInt32LE(indexText.length, 4);
  const bodies = chunks.flatMap(({ source, code }) => [Buffer.from(source, "latin1"), code]);
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, Buffer.concat([head, indexText, ...bodies]));
  renameSync(temporary, path);
}
