/** Reads the parts of SSH's binary form one after the other; `undefined` once there is not enough left. */
export interface SshReader {
  uint32(): number | undefined;
  /** A part with its length before it. */
  string(): Buffer | undefined;
  /** Such a part as text of printable ASCII; `undefined` for any other. */
  text(): string | undefined;
  /** A positive number in its one form: no zero byte before it but the one that keeps it positive. */
  number(): Buffer | undefined;
  take(length: number): Buffer | undefined;
  /** What is left. */
  rest(): Buffer;
}

export function createSshReader(bytes: Uint8Array): SshReader {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const take = (length: number): Buffer | undefined => {
    if (length > view.length - at) return undefined;
    at += length;
    return view.subarray(at - length, at);
  };
  const uint32 = (): number | undefined => take(4)?.readUInt32BE(0);
  const string = (): Buffer | undefined => {
    const length = uint32();
    return length === undefined ? undefined : take(length);
  };
  return {
    uint32,
    string,
    take,
    text() {
      const text = string()?.toString("latin1");
      return text === undefined || /[^\x21-\x7e]/.test(text) ? undefined : text;
    },
    number() {
      const bytes = string();
      const [first, second] = bytes ?? [];
      if (bytes === undefined || first === undefined || first >= 0x80) return undefined;
      if (first !== 0) return bytes;
      return second !== undefined && second >= 0x80 ? bytes.subarray(1) : undefined;
    },
    rest: () => view.subarray(at),
  };
}

/** A part with its length before it. */
export function sshString(value: Uint8Array | string): Buffer {
  const bytes = typeof value === "string" ? Buffer.from(value, "utf8") : value;
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** Lines of base64 between `-----BEGIN X-----` and `-----END X-----`. */
export function writeArmour(label: string, bytes: Uint8Array, columns: number): string {
  const lines =
    Buffer.from(bytes)
      .toString("base64")
      .match(new RegExp(`.{1,${columns}}`, "g")) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
}

/** What is between them, however the lines are cut; `undefined` where it is not one such block of strict base64. */
export function readArmour(label: string, text: string): Buffer | undefined {
  const [begin, end] = [`-----BEGIN ${label}-----`, `-----END ${label}-----`];
  const trimmed = text.trim();
  if (!trimmed.startsWith(begin) || !trimmed.endsWith(end)) return undefined;
  const inner = trimmed.slice(begin.length, -end.length).replaceAll(/\s+/g, "");
  const bytes = Buffer.from(inner, "base64");
  return bytes.toString("base64") === inner ? bytes : undefined;
}
