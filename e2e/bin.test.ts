import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { root } from "../scripts/repository.ts";

const run = promisify(execFile);

/** Prints what it was started with; `process.ppid` tells whether a process stands between. */
const bundle =
  "export const main = (argv) => console.log(JSON.stringify({ args: argv.slice(2), node: process.execPath, parent: process.ppid }));";

interface Started {
  args: string[];
  node: string;
  parent: number;
}

async function installed(options: { bundle?: string; pinned?: boolean } = {}) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "skillmint bin-")));
  const bin = join(folder, "packages/cli/bin/skillmint.js");
  const linked = join(folder, "node_modules/.bin/skillmint");
  await mkdir(join(folder, "packages/cli/dist"), { recursive: true });
  await mkdir(join(folder, "node_modules/.bin"), { recursive: true });
  await cp(join(root, "packages/cli/bin/skillmint.js"), bin);
  await writeFile(join(folder, "packages/cli/package.json"), '{ "type": "module" }');
  if (options.bundle !== undefined)
    await writeFile(join(folder, "packages/cli/dist/main.js"), options.bundle);
  await symlink("../../packages/cli/bin/skillmint.js", linked);
  if (options.pinned !== false) await symlink(process.execPath, join(folder, "node_modules/.bin/node"));
  return { folder, bin, linked, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

/** Without any Node on the path, so that only the pinned one can serve. */
const bare = { env: { PATH: "/usr/bin:/bin", HOME: tmpdir() } };
const strange = ["a b", 'it\'s "quoted"', "two\nlines", "$HOME `id` $(id) \\", "*", "", "--flag=x y", "中文"];

async function start(file: string, args: string[], options: object): Promise<Started> {
  const { stdout, stderr } = await run(file, args, options);
  expect(stderr).toBe("");
  return JSON.parse(stdout) as Started;
}

describe.skipIf(process.platform === "win32")("the skillmint command", () => {
  it("runs through the link that npm makes, on the pinned Node, in one process", async () => {
    await using place = await installed({ bundle });
    const started = await start(place.linked, strange, bare);
    expect(started.args).toEqual(strange);
    expect(started.node).toBe(await realpath(process.execPath));
    expect(started.parent).toBe(process.pid);
  });

  it("runs from the repository and through a link from elsewhere", async () => {
    await using place = await installed({ bundle });
    const other = join(place.folder, "mint");
    await symlink(place.bin, other);
    for (const file of [place.bin, other]) {
      const started = await start(file, strange, bare);
      expect(started).toEqual({ args: strange, node: await realpath(process.execPath), parent: process.pid });
    }
  });

  it("runs when Node or sh is told to run it", async () => {
    await using place = await installed({ bundle });
    expect((await start(process.execPath, [place.bin, ...strange], bare)).args).toEqual(strange);
    const inside = { ...bare, cwd: join(place.folder, "packages/cli/bin") };
    expect((await start("/bin/sh", ["skillmint.js", ...strange], inside)).args).toEqual(strange);
  });

  it("takes the Node of the path where none is pinned", async () => {
    await using place = await installed({ bundle, pinned: false });
    const path = join(place.folder, "elsewhere");
    await mkdir(path);
    await symlink(process.execPath, join(path, "node"));
    const started = await start(place.linked, ["x"], {
      env: { ...bare.env, PATH: `${path}:${bare.env.PATH}` },
    });
    expect(started.args).toEqual(["x"]);
  });

  it("says what to do when it was not built", async () => {
    await using place = await installed();
    await expect(run(place.linked, [], bare)).rejects.toMatchObject({
      code: 1,
      stderr: "skillmint is not built yet: run npm run build\n",
    });
  });

  it("says which Node it needs when this one is too old", async () => {
    await using place = await installed({ bundle });
    const old = join(place.folder, "old.mjs");
    await writeFile(
      old,
      `Object.defineProperty(process.versions, "node", { value: "20.20.2" });
       Object.defineProperty(process, "version", { value: "v20.20.2" });
       await import(${JSON.stringify(place.bin)});`,
    );
    await expect(run(process.execPath, [old], bare)).rejects.toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("needs Node 22.21 or newer; this is v20.20.2"),
    });
  });

  it("ends with the bundle's own exit code", async () => {
    await using place = await installed({ bundle: "export const main = () => { process.exitCode = 3; };" });
    await expect(run(place.linked, [], bare)).rejects.toMatchObject({ code: 3 });
  });
});
