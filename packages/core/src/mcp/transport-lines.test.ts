import { describe, expect, it } from "vitest";
import { createLineReader, findAnsweredId, type LongLine } from "./transport-lines.ts";

function read(text: string, size: number, maxBytes = 100) {
  const lines: string[] = [];
  const long: LongLine[] = [];
  const reader = createLineReader({
    maxBytes,
    onLine: (line) => lines.push(line),
    onLong: (line) => long.push(line),
  });
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
  return { lines, long };
}

describe("lines", () => {
  it.each([1, 2, 3, 7, 1_000])("are the same in pieces of %d bytes", (size) => {
    expect(read("a\n\nzwölf 中文 😀\r\nhalf", size).lines).toEqual(["a", "", "zwölf 中文 😀\r"]);
  });

  it.each([1, 50, 99, 100, 101, 10_000])("over the limit are read past in pieces of %d bytes", (size) => {
    const { lines, long } = read(`before\n${"x".repeat(5_000)}end\nafter\n${"y".repeat(100)}\n`, size);
    expect(lines).toEqual(["before", "after", "y".repeat(100)]);
    expect(long).toHaveLength(1);
    expect(long[0]?.bytes).toBe(5_003);
    expect(long[0]?.head.startsWith("xxx")).toBe(true);
    expect(long[0]?.tail.endsWith("end")).toBe(true);
  });

  it.each([
    ['{"jsonrpc":"2.0","id":7,"result":{"a', '"}]}}', 7],
    ['{ "id": 8, "result": {', "}}", 8],
    ['{"result":{"content":[{"id":1', '"}]},"jsonrpc":"2.0","id":9}', 9],
    ['{"result":{', '},"id":10,"jsonrpc":"2.0"}', 10],
    ['{"jsonrpc":"2.0","method":"x","id":7,"params":', '"id":7}', undefined],
    ['{"result":{', '"text"}]}}', undefined],
    ["xxxx", "xxxx", undefined],
  ])("answer what their ends say: %s … %s", (head, tail, id) => {
    expect(findAnsweredId({ head, tail, bytes: 1 })).toBe(id);
  });
});
