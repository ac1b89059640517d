import { closeSync, writeSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { createOutputPipes, type OutputPipe } from "./output-pipes.ts";

async function temporary() {
  const folder = await mkdtemp(path.join(tmpdir(), "skillmint-pipes-"));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

describe.runIf(process.platform === "linux")("createOutputPipes", () => {
  it("gives as many as are asked for at once, each its own, and leaves no name behind", async () => {
    await using place = await temporary();
    const pipes = createOutputPipes(place.folder);
    const taken = await Promise.all(Array.from({ length: 40 }, () => pipes.take()));
    expect(await readdir(place.folder)).toEqual([]);
    const all = taken.filter((pipe): pipe is OutputPipe => pipe !== undefined);
    expect(all).toHaveLength(40);
    const printed = all.map((pipe) => text(pipe.output));
    for (const [index, { end }] of all.entries()) {
      writeSync(end, `pipe ${index}`);
      closeSync(end);
    }
    expect(await Promise.all(printed)).toEqual(all.map((_, index) => `pipe ${index}`));
  });

  it("gives none where none can be made", async () => {
    await using place = await temporary();
    const pipes = createOutputPipes(path.join(place.folder, "missing"));
    expect(await Promise.all([pipes.take(), pipes.take()])).toEqual([undefined, undefined]);
    expect(await pipes.take()).toBeUndefined();
  });
});
