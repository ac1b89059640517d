import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writeImageFile, type ImageChunk } from "./image-file.ts";
import { openImage } from "./open-image.ts";

async function temporary() {
  const folder = await mkdtemp(join(tmpdir(), "skillmint-image-"));
  return {
    path: join(folder, "main.image"),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

const chunk = (name: string, body: string, code = new Uint8Array()): ImageChunk => {
  return { name, source: `(function (exports, require, module, __filename) { ${body}\n})`, code };
};

const chunks = [
  chunk(
    "main.js",
    `const part = require("./chunks/part.js");
     exports.first = () => part.count();
     exports.sum = (a, b) => a + b;
     exports.base = () => require("node:path").basename(__filename);
     exports.later = () => import("node:os");`,
  ),
  chunk("part.js", `let n = 0; exports.count = () => ++n; exports.main = require("../main.js");`),
];

describe("openImage", () => {
  it("runs each chunk once, also in a circle, with Node's modules and its own name", async () => {
    await using place = await temporary();
    writeImageFile(place.path, chunks);
    const image = openImage(place.path, "main.js");
    const main = image?.load("main.js") as Record<string, (...args: number[]) => unknown>;
    expect([main["first"]?.(), main["first"]?.()]).toEqual([1, 2]);
    expect(main["base"]?.()).toBe("main.js");
    expect(image?.load("part.js")["main"]).toBe(main);
    expect(await main["later"]?.()).toHaveProperty("tmpdir");
    expect(() => image?.load("other.js")).toThrow("no chunk other.js");
  });

  it("keeps the code of what was called, and takes it when it is opened again", async () => {
    await using place = await temporary();
    writeImageFile(place.path, chunks);
    const cold = openImage(place.path, "main.js");
    const untouched = cold?.chunks() ?? [];
    const main = cold?.load("main.js") as { sum(a: number, b: number): number };
    main.sum(1, 2);
    const warm = cold?.chunks() ?? [];
    expect(warm.map(({ name, source }) => [name, source])).toEqual(
      chunks.map(({ name, source }) => [name, source]),
    );
    expect(warm[0]?.code.length).toBeGreaterThan(untouched[0]?.code.length ?? 0);
    writeImageFile(place.path, warm);
    const again = openImage(place.path, "main.js")?.load("main.js") as typeof main;
    expect(again.sum(2, 3)).toBe(5);
  });

  it("is not used where V8 cannot use its code, or where there is none", async () => {
    await using place = await temporary();
    expect(openImage(place.path, "main.js")).toBeUndefined();
    writeImageFile(place.path, [chunk("main.js", "", new Uint8Array(64))]);
    expect(openImage(place.path, "main.js")).toBeUndefined();
    expect(openImage(place.path, "other.js")).toBeUndefined();
  });

  it("does without what is no image, and refuses half of one", async () => {
    await using place = await temporary();
    for (const text of ["something else", "half", ""]) {
      await writeFile(place.path, text);
      expect(openImage(place.path, "main.js")).toBeUndefined();
    }
    writeImageFile(place.path, chunks);
    await truncate(place.path, 100);
    expect(() => openImage(place.path, "main.js")).toThrow("is too short");
  });
});
