import { describe, expect, it } from "vitest";
import { formatRecord, parseRecords, RecordTextError, wholeLength } from "./record-text.ts";

const records = [
  { format: "x", v: 1 },
  {
    call: "main 1",
    text: `one\ntwo\n${"long ".repeat(40)}`,
    empty: "",
    list: [],
    object: {},
    bytes: new Uint8Array([0, 255, 10]),
    lookalikes: [
      { $lines: ["a"] },
      { $base64: "AA==" },
      { $object: { $lines: [] } },
      { $lines: "a\nb", more: 1 },
    ],
    line: "}",
    nested: { deep: [{ a: null, b: [1, 2, 3], c: true }] },
    sizes: Array.from({ length: 60 }, (_, index) => index),
  },
  { end: 1 },
];
const text = records.map(formatRecord).join("");

function failure(damaged: string): RecordTextError {
  try {
    expect([...parseRecords(damaged)]).toEqual([]);
  } catch (error) {
    if (error instanceof RecordTextError) return error;
    throw error;
  }
  throw new Error("it could be read");
}

describe("records as text", () => {
  it("come back as they were, and are what any JSON tool reads", () => {
    expect([...parseRecords(text)].map(({ value }) => value)).toEqual(records);
    const joined = text.replaceAll(/^\}\n(?=\{)/gm, "},\n").replace(/^(\{"format.*\})\n/, "$1,\n");
    expect(JSON.parse(`[${joined}]`)).toHaveLength(3);
  });

  it("hold every line of a text in a line of its own", () => {
    expect(text).toContain('\n    "one",\n    "two",\n');
    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThan(260);
  });

  it("are told apart by the line they begin on", () => {
    const lines = text.split("\n");
    for (const { line } of parseRecords(text)) expect(lines[line - 1]).toMatch(/^\{/);
  });

  it("name the line of what cannot be read", () => {
    const lines = text.split("\n");
    const at = lines.findIndex((line) => line.includes('"two"'));
    const damaged = lines.with(at, '    "two').join("\n");
    expect(failure(damaged)).toMatchObject({ line: at + 1, isCut: false });
  });

  it("are known to be cut wherever they are cut", () => {
    const bytes = Buffer.from(text);
    const ends = new Set<number>([0]);
    let end = 0;
    for (const record of records) ends.add((end += Buffer.byteLength(formatRecord(record))));
    for (let length = 0; length < bytes.length; length++) {
      const part = bytes.subarray(0, length);
      const whole = [...ends].findLast((each) => each <= length);
      expect(wholeLength(part)).toBe(whole);
      // Without its last newline a record is all there.
      if (length !== whole && !ends.has(length + 1))
        expect([length, failure(part.toString())]).toMatchObject([length, {}]);
    }
  });
});
