import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTranslate } from "../protocol/index.ts";
import { createTempWorkspace, type TempWorkspace } from "../testing/index.ts";
import { findFiles, rankPath } from "./find-files.ts";

let temp: TempWorkspace;
beforeEach(async () => {
  temp = await createTempWorkspace();
});
afterEach(() => temp.remove());

const find = (query: string, limit = 50, folder = temp.folder) =>
  findFiles({ folder, query, limit, signal: new AbortController().signal, t: createTranslate("en") });

describe("findFiles", () => {
  it("finds by name, then by path, then by letters, without what is ignored", async () => {
    await temp.write(".gitignore", "dist/\n");
    for (const path of [
      "dist/app.ts",
      "src/app.ts",
      "app/main.ts",
      "src/wrapper.ts",
      "src/a-p-p.md",
      "z.txt",
    ])
      await temp.write(path, "x");
    await mkdir(join(temp.folder, ".git"));
    await temp.write(".git/app", "x");
    expect(await find("APP")).toEqual(["src/app.ts", "src/wrapper.ts", "app/main.ts", "src/a-p-p.md"]);
    expect(await find("app", 2)).toEqual(["src/app.ts", "src/wrapper.ts"]);
    expect(await find("app/main.ts")).toEqual(["app/main.ts"]);
    expect(await find("nothing-here")).toEqual([]);
    expect(await find("  ")).toHaveLength(6);
  });

  it("refuses what is no folder", async () => {
    const file = await temp.write("a.txt", "x");
    for (const folder of [file, join(temp.folder, "gone"), "/proc/self"])
      await expect(find("a", 5, folder)).rejects.toMatchObject({
        code: "usage",
        params: { message: `There is no folder ${folder}` },
      });
  });
});

describe("rankPath", () => {
  it.each([
    ["src/app.ts", "app.ts", 0],
    ["src/app.ts", "app", 1],
    ["src/my-app.ts", "app", 2],
    ["app/x.ts", "app", 3],
    ["src/a-p-p", "app", 4],
    ["a/p/p", "app", 5],
    ["pa", "ap", undefined],
  ])("%s for %s is %s", (path, query, rank) => {
    expect(rankPath(path, query)).toBe(rank);
  });
});
