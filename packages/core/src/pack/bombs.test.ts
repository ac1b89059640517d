import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { deflateZeros, writeRawZip, type RawEntry } from "./zip.fixture.ts";

const megabyte = 1024 * 1024;
const three = { packed: deflateZeros(3), size: 3 * megabyte };
const repeat = (count: number, make: (index: number) => RawEntry): RawEntry[] =>
  Array.from({ length: count }, (_, index) => make(index));

const bombs: Record<string, { entries: RawEntry[]; reason: unknown }> = {
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

it("refuses every bomb in under 2 s and 64 MB", { timeout: 30_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), "skillmint-bombs-"));
  try {
    const files = await Promise.all(
      Object.values(bombs).map(async ({ entries }, index) => {
        const file = join(folder, `${index}.zip`);
        await writeFile(file, writeRawZip(entries));
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
    const names = Object.keys(bombs);
    expect(results.map(({ reason }, index) => [names[index], reason])).toEqual(
      Object.entries(bombs).map(([name, { reason }]) => [name, reason]),
    );
    for (const { ms, megabytes } of results) {
      expect(ms).toBeLessThan(2000);
      expect(megabytes).toBeLessThan(64);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
