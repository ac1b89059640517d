import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createOutputBuffer } from "./output-buffer.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "skillmint-buffer-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("createOutputBuffer", () => {
  it("gives a short output as it is and writes no file", async () => {
    const buffer = createOutputBuffer(folder);
    const bytes = Buffer.from("你好, wörld");
    for (const byte of bytes) await buffer.write(Buffer.from([byte]));
    expect(await buffer.finish()).toEqual({
      head: "你好, wörld",
      tail: "",
      totalBytes: bytes.length,
      omittedBytes: 0,
      file: undefined,
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it("replaces bytes that are no UTF-8", async () => {
    const buffer = createOutputBuffer(folder);
    await buffer.write(Buffer.from([0x61, 0xff, 0x62]));
    expect((await buffer.finish()).head).toBe("a\ufffdb");
  });

  it("keeps both ends of a long output whole characters, and all of it in a file of its own", async () => {
    const buffer = createOutputBuffer(folder);
    const whole = Buffer.from("一二三四五六七".repeat(50_000));
    for (let at = 0; at < whole.length; at += 1_000) await buffer.write(whole.subarray(at, at + 1_000));
    const output = await buffer.finish();
    expect(output.totalBytes).toBe(whole.length);
    expect(output.omittedBytes).toBe(whole.length - 400 * 1024);
    expect(output.head.startsWith("一二三")).toBe(true);
    expect(output.tail.endsWith("五六七")).toBe(true);
    expect(output.head + output.tail).not.toContain("\ufffd");
    expect((await readFile(output.file ?? "")).equals(whole)).toBe(true);
    expect((await stat(output.file ?? "")).mode & 0o777).toBe(0o600);
    expect((await stat(path.dirname(output.file ?? ""))).mode & 0o777).toBe(0o700);
  });

  it("does without the file where none can be written", async () => {
    const buffer = createOutputBuffer(path.join(folder, "nowhere"));
    for (let i = 0; i < 20; i++) await buffer.write(Buffer.alloc(64 * 1024, "x"));
    const output = await buffer.finish();
    expect(output.file).toBeUndefined();
    expect(output.head.length + output.tail.length + output.omittedBytes).toBe(20 * 64 * 1024);
  });

  it("removes the file when it is discarded", async () => {
    const buffer = createOutputBuffer(folder);
    await buffer.write(Buffer.alloc(1_000_000, "x"));
    await buffer.discard();
    expect(await readdir(folder)).toEqual([]);
  });
});
