import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { writeRawTar, writeTarEntries } from "./tar.fixture.ts";
import { deflateZeros, writeRawZip, type RawEntry } from "./zip.fixture.ts";

const megabyte = 1024 * 1024;
const three = { packed: deflateZeros(3), size: 3 * megabyte };
const repeat = (count: number, make: (index: number) => RawEntry): RawEntry[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Zeros that gzip packed, made in no time: what it packed may stand one behind the other. */
const zeros = gzipSync(new Uint8Array(megabyte));
const manyZeros = (megabytes: number): Buffer[] => Array.from({ length: megabytes }, () => zeros);
const header = (name: string, megabytes: number, more: { type?: string } = {}): Buffer =>
  gzipSync(writeTarEntries([{ name, size: megabytes * megabyte, ...more }]));
const end = gzipSync(new Uint8Array(megabyte / 64));
const noise = gzipSync(writeTarEntries([{ name: "noise", text: randomBytes(2 * megabyte) }]));

const tars: Record<string, { bytes: Buffer[]; reason: unknown }> = {
  "tar: 1 MB that says it becomes 1 GB": {
    bytes: [header("a", 1000), ...manyZeros(1000), end],
    reason: "tooLarge",
  },
  "tar: nothing, and 1 GB of nothing behind it": {
    bytes: [header("a", 0), end, ...manyZeros(1000)],
    reason: "archiveBomb",
  },
  "tar: 1:1000 within the largest size": {
    bytes: [header("a", 100), ...manyZeros(100), end],
    reason: "archiveBomb",
  },
  "tar: 1:1000 beside what cannot be packed": {
    bytes: [noise, header("a", 150), ...manyZeros(150), end],
    reason: "archiveBomb",
  },
  "tar: many small files of 1:1000": {
    bytes: [
      ...Array.from({ length: 50 }, (_, index) => [header(`${index}`, 3), ...manyZeros(3)]).flat(),
      end,
    ],
    reason: "archiveBomb",
  },
  "tar: a name of 150 MB": {
    bytes: [noise, header("a", 150, { type: "x" }), ...manyZeros(150), end],
    reason: "archiveBroken",
  },
  "tar: 200,000 entries": {
    bytes: [noise, writeRawTar(Array.from({ length: 200_000 }, (_, index) => ({ name: `${index}` })))],
    reason: "tooMany",
  },
  "tar: bombs inside it, which stay closed": {
    bytes: [
      writeRawTar([{ name: "a.tar.gz", text: Buffer.concat([header("a", 1000), ...manyZeros(1000)]) }]),
    ],
    reason: 1,
  },
};

const zips: Record<string, { entries: RawEntry[]; reason: unknown }> = {
  "10 bytes that become 1 GB": {
    entries: [{ name: "a", packed: deflateZeros(1000), size: 10 }],
    reason: "archiveBroken",
  },
  "1 MB that says it becomes 1 GB": {
    entries: [{ name: "a", packed: deflateZeros(1000), size: 1000 * megabyte }],
    reason: "archiveBomb",
  },
  "1:1000 within the largest size": {
    entries: [{ name: "a", packed: deflateZeros(100), size: 100 * megabyte }],
    reason: "archiveBomb",
  },
  "many small files of 1:1000": {
    entries: repeat(50, (index) => ({ ...three, name: `${index}` })),
    reason: "archiveBomb",
  },
  "entries that use the same bytes": {
    entries: [
      { name: "pad", text: Buffer.alloc(megabyte, "pad"), method: 0 },
      { ...three, name: "a" },
      ...repeat(30, (index) => ({ ...three, name: `${index}`, sharesWith: 1 })),
    ],
    reason: "archiveOverlap",
  },
  "200,000 entries": {
    entries: repeat(200_000, (index) => ({ name: `${index}`, method: 0 })),
    reason: "tooMany",
  },
  "bombs inside it, which stay closed": {
    entries: repeat(16, (index) => ({
      name: `${index}.zip`,
      method: 0,
      text: writeRawZip([{ ...three, name: "0.dll" }]),
    })),
    reason: 16,
  },
};

const bombs = Object.entries({
  ...Object.fromEntries(
    Object.entries(zips).map(([name, { entries, reason }]) => [
      name,
      { bytes: [writeRawZip(entries)], reason },
    ]),
  ),
  ...tars,
});

it("refuses every bomb in under 2 s and 64 MB", async () => {
  const folder = await mkdtemp(join(tmpdir(), "skillmint-bombs-"));
  try {
    const files = await Promise.all(
      bombs.map(async ([, { bytes }], index) => {
        const file = join(folder, `${index}.bomb`);
        await writeFile(file, Buffer.concat(bytes));
        return file;
      }),
    );
    const script = join(import.meta.dirname, "bombs.fixture.ts");
    const args = ["--conditions=skillmint-source", script, ...files];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const results = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { reason: unknown; ms: number; megabytes: number });
    expect(results.map(({ reason }, index) => [bombs[index]?.[0], reason])).toEqual(
      bombs.map(([name, { reason }]) => [name, reason]),
    );
    for (const { ms, megabytes } of results) {
      expect(ms).toBeLessThan(2000);
      expect(megabytes).toBeLessThan(64);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
