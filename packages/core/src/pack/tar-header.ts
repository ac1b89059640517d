export const blockBytes = 512;

/** What stands before each entry of a tar. */
export interface TarHeader {
  name: string;
  /** One character: `0` a file, `5` a folder, `x` what is said of the next entry, … */
  type: string;
  size: number;
  mode: number;
}

/** UTF-8 and nothing else: a name that is not has as many readings as there are readers. */
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A text that ends where its field or a zero does. */
export function readText(field: Uint8Array): string {
  const end = field.indexOf(0);
  return utf8.decode(end === -1 ? field : field.subarray(0, end));
}

/** Octal digits, or a binary number where the first bit says so; `NaN` for all else. */
function readNumber(field: Buffer): number {
  const first = field[0] ?? 0;
  if ((first & 0x80) !== 0)
    return field.subarray(1).reduce((sum, byte) => sum * 256 + byte, first === 0x80 ? 0 : Number.NaN);
  const digits = /^[ 0]*([0-7]*)[ \0]*$/.exec(field.toString("latin1"))?.[1];
  return digits === undefined ? Number.NaN : Number.parseInt(digits || "0", 8);
}

const checksumAt = 148;

/** The sum over a header in which the sum itself counts as blanks. */
function sumBytes(block: Buffer): number {
  const own = block.subarray(checksumAt, checksumAt + 8).reduce((sum, byte) => sum + byte, 0);
  return block.reduce((sum, byte) => sum + byte, 0) - own + 8 * 0x20;
}

/** Reads a header of POSIX or GNU; `undefined` for a block that is none. Throws for a name that is not UTF-8. */
export function readTarHeader(block: Buffer): TarHeader | undefined {
  const magic = block.toString("latin1", 257, 265);
  const isPosix = magic === "ustar\x0000";
  if (block.length !== blockBytes || !(isPosix || magic === "ustar  \0")) return undefined;
  if (readNumber(block.subarray(checksumAt, checksumAt + 8)) !== sumBytes(block)) return undefined;
  const [size, mode] = [readNumber(block.subarray(124, 136)), readNumber(block.subarray(100, 108))];
  if (!Number.isSafeInteger(size) || Number.isNaN(mode)) return undefined;
  const prefix = isPosix ? readText(block.subarray(345, 500)) : "";
  const name = readText(block.subarray(0, 100));
  const type = block.toString("latin1", 156, 157);
  return { name: prefix === "" ? name : `${prefix}/${name}`, type: type === "\0" ? "0" : type, size, mode };
}

/** The records `LENGTH KEY=VALUE\n` of an extended header; `undefined` where they are not as the format wants them. */
export function readPaxRecords(data: Buffer): Map<string, string> | undefined {
  const records = new Map<string, string>();
  for (let at = 0; at < data.length;) {
    const blank = data.indexOf(0x20, at);
    const length = blank === -1 ? "" : data.toString("latin1", at, blank);
    const end = at + Number(length);
    const equals = data.indexOf(0x3d, blank);
    const isWhole = /^[1-9]\d{0,8}$/.test(length) && equals !== -1 && equals < end && data[end - 1] === 0x0a;
    if (!isWhole || end > data.length) return undefined;
    const key = data.toString("latin1", blank + 1, equals);
    if (records.has(key)) return undefined;
    // Values of other keys may be bytes of any kind.
    const isText = key === "path" || key === "size";
    records.set(key, isText ? utf8.decode(data.subarray(equals + 1, end - 1)) : "");
    at = end;
  }
  return records;
}
