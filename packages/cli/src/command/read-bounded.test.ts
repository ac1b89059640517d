import { execFileSync } from "node:child_process";
import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readBounded } from "./read-bounded.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "skillmint-bounded-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const never = new AbortController().signal;

it("reads a file, and of a large one little more than is wanted", async () => {
  const file = join(folder, "a");
  await writeFile(file, "hello");
  expect((await readBounded(file, 5, never))?.toString()).toBe("hello");
  await writeFile(file, Buffer.alloc(3 * 1024 * 1024));
  const { length } = (await readBounded(file, 5, never)) ?? Buffer.alloc(0);
  expect([length > 5, length <= 1024 * 1024]).toEqual([true, true]);
});

it.each([".", "/dev/zero"])("gives nothing for %s", async (path) => {
  expect(await readBounded(join(path === "." ? folder : "", path), 5, never)).toBeUndefined();
});

it("waits for the writer of a pipe, until nobody wants it any more", async () => {
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  await using writer = await open(pipe, "r+");
  const controller = new AbortController();
  const reading = readBounded(pipe, 5, controller.signal);
  await writer.write("a");
  setImmediate(() => controller.abort());
  await expect(reading).rejects.toMatchObject({ code: "cancelled" });
});
