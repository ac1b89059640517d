const keptBytes = 1024;
const newline = 0x0a;

export interface LongLine {
  /** Its first and its last kilobyte. */
  head: string;
  tail: string;
  bytes: number;
}

export interface LineReaderOptions {
  maxBytes: number;
  onLine(line: string): void;
  /** A line over the limit was read past, and only its ends were kept. */
  onLong(line: LongLine): void;
}

/** Cuts what a process prints into lines and never holds more than one line of the allowed size. */
export function createLineReader(options: LineReaderOptions): { push(chunk: Buffer): void } {
  let chunks: Buffer[] = [];
  let bytes = 0;
  let long: { head: Buffer; tail: Buffer } | undefined;

  function add(part: Buffer): void {
    bytes += part.length;
    if (long) {
      long.tail = Buffer.concat([long.tail, part.subarray(-keptBytes)]).subarray(-keptBytes);
      return;
    }
    chunks.push(part);
    if (bytes <= options.maxBytes) return;
    const all = Buffer.concat(chunks);
    long = { head: Buffer.from(all.subarray(0, keptBytes)), tail: Buffer.from(all.subarray(-keptBytes)) };
    chunks = [];
  }

  function end(): void {
    const line = long ? undefined : Buffer.concat(chunks).toString("utf8");
    const ends = long && { head: long.head.toString("utf8"), tail: long.tail.toString("utf8"), bytes };
    chunks = [];
    bytes = 0;
    long = undefined;
    if (line !== undefined) options.onLine(line);
    if (ends) options.onLong(ends);
  }

  return {
    push(chunk) {
      let from = 0;
      for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
        add(chunk.subarray(from, at));
        end();
        from = at + 1;
      }
      if (from < chunk.length) add(chunk.subarray(from));
    },
  };
}

const idFirst = /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d{1,15})\s*,/;
const idLast = /[,{]\s*"id"\s*:\s*(\d{1,15})\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/;

/** Which request a line answers that was too long to be parsed; undefined where its ends do not say. */
export function findAnsweredId({ head, tail }: LongLine): number | undefined {
  if (/"method"\s*:/.test(head.slice(0, 200))) return undefined;
  const id = idFirst.exec(head)?.[1] ?? idLast.exec(tail)?.[1];
  return id === undefined ? undefined : Number(id);
}
