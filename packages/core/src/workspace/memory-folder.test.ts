import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findMemoryPlace, openMemoryFolder, removeLeftFolders } from "./memory-folder.ts";

let place = "";
beforeEach(async () => {
  place = await realpath(await mkdtemp(join(tmpdir(), "skillmint-memory-")));
});
afterEach(() => rm(place, { recursive: true, force: true }));

/** Another process that holds the folder until it is killed. */
async function holdElsewhere(name: string) {
  const module = join(import.meta.dirname, "memory-folder.ts");
  const code = `const { openMemoryFolder } = await import(${JSON.stringify(module)});
    const held = await openMemoryFolder(${JSON.stringify(place)}, ${JSON.stringify(name)});
    console.log(held.isNew); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  return { child, isNew: said.toString().trim() === "true" };
}

describe.skipIf(process.platform === "win32")("a folder in memory", () => {
  it("is nobody else's, and gone when it was let go", async () => {
    const folder = await openMemoryFolder(place, "one");
    expect((await stat(folder.path)).mode & 0o777).toBe(0o700);
    await writeFile(join(folder.path, "x"), "x");
    await folder.release();
    expect(await readdir(place)).toEqual([]);
  });

  it("is shared by processes, stays while one of them lives, and is swept after a kill", async () => {
    const other = await holdElsewhere("one");
    expect(other.isNew).toBe(true);
    const mine = await openMemoryFolder(place, "one");
    expect(mine.isNew).toBe(false);
    await mine.release();
    expect(await readdir(place)).toHaveLength(1);
    await removeLeftFolders(place);
    expect(await readdir(place)).toHaveLength(1);
    other.child.kill("SIGKILL");
    await once(other.child, "exit");
    expect(await readdir(place)).toHaveLength(1);
    await removeLeftFolders(place);
    expect(await readdir(place)).toEqual([]);
  });

  it("is not used where others can reach it or made it", async () => {
    const folder = join(place, "skillmint-sealed-one");
    await mkdir(folder);
    await chmod(folder, 0o755);
    await expect(openMemoryFolder(place, "one")).rejects.toThrow("not ours");
    await removeLeftFolders(place);
    expect(await readdir(place)).toHaveLength(1);
  });

  it("is looked for only where there is a file system in memory", async () => {
    expect(await findMemoryPlace("/proc")).toBeUndefined();
    expect(await findMemoryPlace(join(place, "nowhere"))).toBeUndefined();
  });
});
