import { chmod, mkdir, mkdtemp, readdir, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createPageWords } from "./browser-failure.ts";
import { findChromium, type FindOptions } from "./find-chromium.ts";
import { unpackChromium } from "./unpack-chromium.ts";

let base: string;
beforeEach(async () => {
  base = await realpath(await mkdtemp(path.join(tmpdir(), "skillmint-chromium-")));
});
afterEach(() => rm(base, { recursive: true, force: true }));

const words = createPageWords("en");
async function program(...names: string[]): Promise<string> {
  const file = path.join(base, ...names);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, "#!/bin/sh\n");
  await chmod(file, 0o755);
  return file;
}
const find = (more: Partial<FindOptions> = {}) =>
  findChromium({
    env: { PATH: `${base}/a:${base}/b` },
    cache: base,
    words,
    platform: "linux",
    unpack: async () => undefined,
    ...more,
  });

describe("findChromium", () => {
  it("takes what a person named, before what is installed", async () => {
    const [set, named, installed] = [
      await program("set"),
      await program("named"),
      await program("a/chromium"),
    ];
    const env = { PATH: `${base}/a`, CHROME_PATH: named };
    expect(await find({ setting: set, env })).toEqual({ executable: set });
    expect(await find({ env })).toEqual({ executable: named });
    expect(await find()).toEqual({ executable: installed });
  });

  it("takes nothing else where what was named is not there", async () => {
    await program("a/chromium");
    for (const setting of [`${base}/none`, "chromium", base])
      await expect(find({ setting })).rejects.toThrow(`The browser ${setting} cannot be started`);
  });

  it("looks in the folders of PATH that are absolute, for Chrome first", async () => {
    await program("a/chromium");
    const chrome = await program("b/google-chrome");
    await writeFile(path.join(base, "a/google-chrome"), "not to be run");
    expect((await find()).executable).toBe(chrome);
    await expect(find({ env: { PATH: ".:bin" } })).rejects.toThrow();
  });

  it("looks where other systems put it", async () => {
    const windows = await program("Programs/Google/Chrome/Application/chrome.exe");
    expect((await find({ platform: "win32", env: { ProgramFiles: `${base}/Programs` } })).executable).toBe(
      windows,
    );
    const mac = await program("Applications/Chromium.app/Contents/MacOS/Chromium");
    expect((await find({ platform: "darwin", env: { HOME: base } })).executable).toBe(mac);
  });

  it("says how to get one where there is none, in both languages", async () => {
    await expect(find()).rejects.toThrow(
      /No Chrome or Chromium was found.*browser\.executable.*CHROME_PATH.*npm install/,
    );
    await expect(find({ words: createPageWords("zh-CN") })).rejects.toThrow(
      /未找到 Chrome 或 Chromium.*npm install/,
    );
    const executable = "/unpacked/chromium";
    expect(await find({ unpack: async () => ({ executable }) })).toEqual({ executable });
  });
});

describe.skipIf(process.platform !== "linux")("unpackChromium", () => {
  it("unpacks the package's browser once, where only this user writes", async () => {
    const cache = path.join(base, "cache");
    const first = await unpackChromium(cache, words);
    const file = first?.executable ?? "";
    expect(path.dirname(path.dirname(file))).toBe(cache);
    const { mtimeMs, mode } = await stat(file);
    expect(mode & 0o100).toBe(0o100);
    expect((await stat(cache)).mode & 0o077).toBe(0);
    expect(await unpackChromium(cache, words)).toEqual(first);
    expect((await stat(file)).mtimeMs).toBe(mtimeMs);
    expect(await readdir(cache)).toHaveLength(1);
    // A folder that others could have written to is not trusted.
    await chmod(path.dirname(file), 0o777);
    await unpackChromium(cache, words);
    expect((await stat(path.dirname(file))).mode & 0o022).toBe(0);
  });
});
