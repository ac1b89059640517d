import { describe, expect, it } from "vitest";
import { createSseDecoder } from "./sse.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("createSseDecoder", () => {
  const stream =
    "\uFEFF: hello\r\nevent: a\r\ndata: 汉字😀\r\n\r\nid: 1\ndata: two\ndata: lines\n\nretry: 10\nfoo: bar\ndata:[DONE]\r\r: bye\n\n";
  const events = [{ event: "a", data: "汉字😀" }, { data: "two\nlines" }, { data: "[DONE]" }];

  it("reads events whatever the pieces", () => {
    const bytes = encode(stream);
    for (let size = 1; size <= bytes.length; size++) {
      const decoder = createSseDecoder();
      const found = [];
      for (let at = 0; at < bytes.length; at += size)
        found.push(...decoder.push(bytes.subarray(at, at + size)));
      expect([...found, ...decoder.end()]).toEqual(events);
    }
  });

  it("gives a last event without the blank line after it", () => {
    const decoder = createSseDecoder();
    expect(decoder.push(encode("data: [DONE]"))).toEqual([]);
    expect(decoder.end()).toEqual([{ data: "[DONE]" }]);
    expect(createSseDecoder().end()).toEqual([]);
  });

  it("refuses an event or a line without end", () => {
    const line = createSseDecoder(1_000);
    expect(() => {
      for (let round = 0; round < 200; round++) line.push(encode(round === 0 ? "data: " : "xxxxxxxxxx"));
    }).toThrow(/model-bad-reply/);
    const lines = createSseDecoder(1_000);
    expect(() => {
      for (let round = 0; round < 200; round++) lines.push(encode("data: xxxxxxxxxx\n"));
    }).toThrow(/model-bad-reply/);
    expect(() => createSseDecoder(10).push(encode("data: xxxxxxxxxxxxxxx\n\n"))).toThrow(/model-bad-reply/);
  });

  it("spends no memory on lines that are no fields", () => {
    const decoder = createSseDecoder(100);
    for (let round = 0; round < 100; round++) expect(decoder.push(encode("garbage garbage "))).toEqual([]);
    expect(decoder.push(encode("\n\ndata: x\n\n"))).toEqual([{ data: "x" }]);
  });
});
