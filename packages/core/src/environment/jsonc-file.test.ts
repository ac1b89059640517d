import { execFile } from "node:child_process";
import { mkdir, readFile, readdir, stat, symlink, utimes, writeFile, lstat } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createWords } from "./environment-texts.ts";
import { withFileLock } from "./file-lock.ts";
import { readJsonc, updateJsonc } from "./jsonc-file.ts";
import { temporaryHome } from "./temporary-home.fixture.ts";

const words = createWords();
const anything = z.looseObject({});
const run = promisify(execFile);
const writer = fileURLToPath(new URL("./update-writer.fixture.ts", import.meta.url));

describe("updateJsonc", () => {
  it("creates folder and file for the owner only and leaves nothing else behind", async () => {
    await using temporary = await temporaryHome();
    const { home } = temporary;
    expect(await updateJsonc(home.config, anything, () => [[["a"], 1]], words)).toBe(true);
    expect((await stat(home.config)).mode & 0o777).toBe(0o600);
    expect(await readdir(home.root)).toEqual(["config.jsonc"]);
    expect((await readJsonc(home.config, words)).value).toEqual({ a: 1 });
  });

  it("takes rights of others away when it writes", async () => {
    await using temporary = await temporaryHome();
    const file = join(temporary.folder, "open.jsonc");
    await writeFile(file, "{}", { mode: 0o644 });
    await updateJsonc(file, anything, () => [[["a"], 1]], words);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it("leaves an unreadable file and a change that does not fit alone", async () => {
    await using temporary = await temporaryHome({ config: "{ broken" });
    const { home } = temporary;
    const set = (schema: z.ZodType) => updateJsonc(home.config, schema, () => [[["a"], 1]], words);
    await expect(set(anything)).rejects.toMatchObject({ code: "config-unreadable" });
    expect(await readFile(home.config, "utf8")).toBe("{ broken");
    await writeFile(home.config, "{}");
    await expect(set(z.looseObject({ a: z.string() }))).rejects.toMatchObject({ code: "config-unreadable" });
    expect(await readFile(home.config, "utf8")).toBe("{}");
    expect(await readdir(home.root)).toEqual(["config.jsonc"]);
  });

  it("writes through a link", async () => {
    await using temporary = await temporaryHome();
    const { home, folder } = temporary;
    const target = join(folder, "dotfiles.jsonc");
    await writeFile(target, "// mine\n{}\n");
    await mkdir(home.root);
    await symlink(target, home.config);
    await updateJsonc(home.config, anything, () => [[["a"], 1]], words);
    expect((await lstat(home.config)).isSymbolicLink()).toBe(true);
    expect(await readFile(target, "utf8")).toBe('// mine\n{\n  "a": 1\n}\n');
  });

  it("loses nothing when two processes write at once", async () => {
    await using temporary = await temporaryHome();
    const { home } = temporary;
    const count = 25;
    const names = ["left", "right"];
    await Promise.all(names.map((name) => run(process.execPath, [writer, home.config, name, String(count)])));
    const { value } = await readJsonc(home.config, words);
    const expected = names.flatMap((name) => Array.from({ length: count }, (_, index) => `${name}${index}`));
    expect(Object.keys(value as object).sort()).toEqual(expected.sort());
  });

  it("refuses a file beyond its bound", async () => {
    await using temporary = await temporaryHome({ config: " ".repeat(1024 * 1024 + 1) });
    await expect(readJsonc(temporary.home.config, words)).rejects.toMatchObject({
      code: "config-unreadable",
      params: { message: "the file is larger than 1024 KB" },
    });
  });
});

describe("withFileLock", () => {
  it("lets one in at a time", async () => {
    await using temporary = await temporaryHome();
    const file = join(temporary.folder, "x");
    let inside = 0;
    let most = 0;
    const enter = () =>
      withFileLock(file, async () => {
        most = Math.max(most, ++inside);
        await stat(temporary.folder);
        inside--;
      });
    await Promise.all(Array.from({ length: 10 }, enter));
    expect(most).toBe(1);
  });

  it("frees the lock of a dead process at once and an old one of another machine", async () => {
    await using temporary = await temporaryHome();
    const file = join(temporary.folder, "x");
    const dead = await run(process.execPath, ["-p", "process.pid"]);
    await writeFile(`${file}.lock`, ["t", hostname(), dead.stdout.trim()].join("\n"));
    expect(await withFileLock(file, async (lock) => lock.isHeld())).toBe(true);
    await writeFile(`${file}.lock`, "t\nelsewhere\n1");
    const old = new Date(Date.now() - 60_000);
    await utimes(`${file}.lock`, old, old);
    expect(await withFileLock(file, async (lock) => lock.isHeld())).toBe(true);
    expect(await readdir(temporary.folder)).toEqual([]);
  });

  it("notices when its lock was taken away, and does not remove the next one's", async () => {
    await using temporary = await temporaryHome();
    const file = join(temporary.folder, "x");
    await withFileLock(file, async (lock) => {
      await writeFile(`${file}.lock`, "somebody else");
      expect(await lock.isHeld()).toBe(false);
    });
    expect(await readFile(`${file}.lock`, "utf8")).toBe("somebody else");
  });

  it("gives the lock back when the work fails", async () => {
    await using temporary = await temporaryHome();
    const file = join(temporary.folder, "x");
    const work = withFileLock(file, () => Promise.reject(new Error("no")));
    await expect(work).rejects.toThrow("no");
    expect(await readdir(temporary.folder)).toEqual([]);
  });
});
