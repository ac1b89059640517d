import { mkdtemp, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { stampContent } from "./content-stamp.ts";
import { createBoundedReader } from "./read-bounded.ts";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "skillmint-read-"));
  file = join(folder, "SKILL.md");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it("reads files of any size up to the limit, one after the other", async () => {
  const reader = createBoundedReader();
  for (const size of [0, 1, 65_535, 65_536, 65_537, 262_144, 300_000, 3]) {
    await writeFile(file, Buffer.alloc(size, "ab"));
    const read = reader.read(file, 300_000);
    expect("bytes" in read && Buffer.from(read.bytes).equals(Buffer.alloc(size, "ab"))).toBe(true);
  }
  await writeFile(file, Buffer.alloc(300_001));
  expect(reader.read(file, 300_000)).toEqual({ problem: "too-large" });
});

it("C01: is not led astray by what a file says of its size", async () => {
  // Files of /proc have no size and grow without end while they are read.
  expect(createBoundedReader().read("/proc/self/maps", 100)).toEqual({ problem: "too-large" });
});

it("A10: refuses a link and another file in the place of the one that was seen", async () => {
  await writeFile(join(folder, "secret"), "canary");
  await symlink("secret", file);
  expect(createBoundedReader().read(file, 100)).toEqual({ problem: "changed" });
  const seen = await stat(join(folder, "secret"), { bigint: true });
  const other = join(folder, "other");
  await writeFile(other, "x");
  expect(createBoundedReader().read(other, 100, seen)).toEqual({ problem: "changed" });
});

it("tells folders from files", () => {
  expect(createBoundedReader().read(folder, 100)).toEqual({ problem: "not-a-file" });
});

it("stamps differ with any byte, with length and with order", () => {
  const texts = ["", "\0", "\0\0", "abcd", "abce", "bacd", "abcdabce", "abceabcd", "abcd\0"];
  const stamps = texts.map((text) => stampContent(new TextEncoder().encode(text)));
  expect(new Set(stamps).size).toBe(texts.length);
  const shifted = new Uint8Array(new TextEncoder().encode("xabcd")).subarray(1);
  expect(stampContent(shifted)).toBe(stamps[3]);
});
