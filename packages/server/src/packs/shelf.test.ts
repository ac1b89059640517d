import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createShelf, plainFileName } from "./shelf.ts";

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "skillmint-shelf-"));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

/** Files below the shelf's own folder. */
async function listKept(): Promise<string[]> {
  const entries = await readdir(parent, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

async function* endless(): AsyncGenerator<Uint8Array> {
  for (;;) yield new Uint8Array(1_024);
}

async function* breaking(): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(10);
  throw new Error("gone");
}

describe("a shelf", () => {
  it("keeps what comes for this user alone, and forgets it when it is closed", async () => {
    const shelf = createShelf({ maxBytes: 100, parent });
    const file = await shelf.receive(
      "a.skillpack",
      ReadableStream.from([Buffer.from("ab"), Buffer.from("c")]),
    );
    expect([file.size, await readFile(file.path, "utf8")]).toEqual([3, "abc"]);
    expect([
      (await stat(file.path)).mode & 0o777,
      (await stat(dirname(dirname(file.path)))).mode & 0o777,
    ]).toEqual([0o600, 0o700]);
    expect(shelf.find(file.id).name).toBe("a.skillpack");
    await shelf.close();
    expect(await readdir(parent)).toEqual([]);
    expect(() => shelf.find(file.id)).toThrow(expect.objectContaining({ status: 404, reason: "fileGone" }));
  });

  it("keeps nothing of what is too long or breaks off", async () => {
    const shelf = createShelf({ maxBytes: 10_000, parent });
    await expect(shelf.receive("a", endless())).rejects.toMatchObject({ status: 413 });
    await expect(shelf.receive("a", breaking())).rejects.toThrow("gone");
    expect(await listKept()).toEqual([]);
    await shelf.close();
  });

  it("lets the oldest go where there are too many, too much, or too old ones", async () => {
    let time = 0;
    const shelf = createShelf({
      maxBytes: 10,
      maxTotal: 12,
      maxFiles: 2,
      keepMs: 1_000,
      parent,
      now: () => time,
    });
    const put = async (name: string, size: number) => (await shelf.put(name, new Uint8Array(size))).id;
    const first = await put("1", 1);
    await put("2", 1);
    await put("3", 1);
    expect((await listKept()).toSorted()).toEqual(["2", "3"]);
    expect(() => shelf.find(first)).toThrow();
    await put("4", 10);
    await put("5", 10);
    expect(await listKept()).toEqual(["5"]);
    time = 1_000;
    const last = await put("6", 1);
    expect(await listKept()).toEqual(["6"]);
    time = 2_000;
    expect(() => shelf.find(last)).toThrow();
    await shelf.close();
  });

  it("takes a few at once", async () => {
    const shelf = createShelf({ maxBytes: 10, parent });
    const { promise, resolve } = Promise.withResolvers<void>();
    async function* slow(): AsyncGenerator<Uint8Array> {
      await promise;
      yield new Uint8Array(1);
    }
    const started = ["a", "b", "c", "d"].map((name) => shelf.receive(name, slow()));
    await expect(shelf.receive("e", slow())).rejects.toMatchObject({ code: "jobs-full" });
    resolve();
    await Promise.all(started);
    await shelf.receive("e", slow());
    await shelf.close();
  });

  it("gives back what can only be written by a path", async () => {
    const shelf = createShelf({ maxBytes: 10, parent });
    const { writeFile } = await import("node:fs/promises");
    const bytes = await shelf.collect("a.zip", (path) => writeFile(path, "zip"));
    expect(Buffer.from(bytes).toString()).toBe("zip");
    expect(await listKept()).toEqual([]);
    await shelf.close();
  });
});

it.each([
  ["a.skillpack", "a.skillpack"],
  ["../../etc/passwd", "etc-passwd"],
  ["C:\\x\\y.zip", "C-x-y.zip"],
  [".hidden", "hidden"],
  ["技能 包.skillpack", "技能-包.skillpack"],
  ["\0\n", "file"],
  [`${"x".repeat(300)}.zip`, `${"x".repeat(96)}.zip`],
])("the plain name of %j is %s", (name, plain) => expect(plainFileName(name)).toBe(plain));
