import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeOwnedFolder, removeLeftovers } from "./owned-folder.ts";
import { findProgram } from "./sandbox/find-program.ts";

let parent: string;
let children: ChildProcess[];

beforeEach(async () => {
  parent = await realpath(await mkdtemp(path.join(tmpdir(), "skillmint-owned-")));
  children = [];
});
afterEach(async () => {
  for (const child of children) child.kill("SIGKILL");
  await rm(parent, { recursive: true, force: true });
});

function start(program: string, args: string[]): ChildProcess {
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "ignore"] });
  children.push(child);
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

/** A folder of another process, which lives until it is killed. */
async function makeElsewhere(): Promise<{ folder: string; owner: ChildProcess }> {
  const module = path.join(import.meta.dirname, "owned-folder.ts");
  const script = `import { makeOwnedFolder } from ${JSON.stringify(module)};
    console.log(await makeOwnedFolder(${JSON.stringify(parent)}, "sandbox"));
    setInterval(() => {}, 1_000);`;
  const owner = start(process.execPath, ["--no-warnings", "--input-type=module", "-e", script]);
  const [line] = (await once(owner.stdout ?? owner, "data")) as [Buffer];
  const folder = line.toString().trim();
  await writeFile(path.join(folder, "left"), "x");
  return { folder, owner };
}

async function makeDead(): Promise<string> {
  const { folder, owner } = await makeElsewhere();
  await kill(owner);
  return folder;
}

const names = async (): Promise<string[]> => (await readdir(parent)).sort();

it("makes folders that nobody else can reach", async () => {
  const folder = await makeOwnedFolder(parent, "output");
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect(folder).not.toBe(await makeOwnedFolder(parent, "output"));
});

it("removes what a killed process left, and nothing of one that lives", async () => {
  const own = await makeOwnedFolder(parent, "sandbox");
  const { folder, owner } = await makeElsewhere();
  await mkdir(path.join(parent, "skillmint-sandbox-abc"));
  await writeFile(path.join(parent, "skillmint-output-1-2-3-x"), "");
  const before = await names();
  await removeLeftovers(parent);
  expect(await names()).toEqual(before);
  await kill(owner);
  await removeLeftovers(parent);
  expect(await names()).toEqual(before.filter((name) => name !== path.basename(folder)));
  await stat(own);
});

it("takes a process with the same number that started later for another one", async () => {
  const own = await makeOwnedFolder(parent, "sandbox");
  const earlier = own.replace(/-[0-9a-f]{8}-(\w+)$/, "-00000000-$1");
  await rename(own, earlier);
  await removeLeftovers(parent);
  expect(await names()).toEqual([]);
});

it("leaves folders of other machines and containers, folders that others can reach, and links", async () => {
  const name = path.basename(await makeDead());
  const [, owner = ""] = /^(.*-)\w+$/.exec(name) ?? [];
  const elsewhere = name.replace(/^(skillmint-sandbox-\d+)-[0-9a-f]{8}/, "$1-00000000");
  await rename(path.join(parent, name), path.join(parent, elsewhere));
  const open = `${owner}open`;
  await mkdir(path.join(parent, open));
  await chmod(path.join(parent, open), 0o755);
  const link = `${owner}link`;
  await symlink(path.join(parent, elsewhere), path.join(parent, link));
  await removeLeftovers(parent);
  expect(await names()).toEqual([elsewhere, link, open].sort());
  expect(await readdir(path.join(parent, elsewhere))).toEqual(["left"]);
});

it("never fails: there may be no folder to look in", async () => {
  await removeLeftovers(path.join(parent, "none"));
});

const bwrap = process.platform === "linux" ? findProgram("bwrap") : undefined;
const mounts = bwrap !== undefined && spawnSync(bwrap, ["--dev-bind", "/", "/", "true"]).status === 0;

it.skipIf(!mounts)("leaves a folder that commands of the dead process still run in", async () => {
  const folder = await makeDead();
  const args = ["--dev-bind", "/", "/", "--bind", folder, folder, "sh", "-c", "echo up; read -r line"];
  const command = start(bwrap ?? "", args);
  await once(command.stdout ?? command, "data");
  await removeLeftovers(parent);
  expect(await readdir(folder)).toEqual(["left"]);
  const exited = once(command, "exit");
  command.stdin?.end("\n");
  await exited;
  await expect
    .poll(async () => {
      await removeLeftovers(parent);
      return names();
    })
    .toEqual([]);
});
