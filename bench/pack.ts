import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createPack } from "../packages/core/src/pack/create-pack.ts";
import { openOwnKey } from "../packages/core/src/pack/load-signing-key.ts";
import { openPack } from "../packages/core/src/pack/open-pack.ts";
import { makeIdentity } from "../packages/core/src/pack/pack.fixture.ts";
import { readPackFile } from "../packages/core/src/pack/read-pack-file.ts";
import { readSkillFolder } from "../packages/core/src/pack/read-skill-folder.ts";
import type { PackKey, PackSeal } from "../packages/core/src/pack/verified-pack.ts";
import { verifyPack } from "../packages/core/src/pack/verify-pack.ts";
import { writePackFile, writePackFolder } from "../packages/core/src/pack/write-pack.ts";
import { median, ms } from "./lib/stats.ts";

const rounds = Number(process.env["BENCH_ROUNDS"] ?? 7);
const megabytes = 10;
const targets = { pack: 3_000, open: 1_000 };

/** 10 MB in 200 files of what does not compress, and instructions. */
async function makeSkill(folder: string): Promise<void> {
  const size = Math.floor((megabytes * 1024 * 1024) / 200);
  for (let index = 0; index < 200; index++) {
    const file = join(folder, "assets", String(index % 20), `${index}.bin`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, randomBytes(size));
  }
  await writeFile(
    join(folder, "SKILL.md"),
    "---\nname: large\ndescription: A large skill.\n---\n\nRead the assets.\n",
  );
}

interface Times {
  pack: number[];
  verify: number[];
  open: number[];
  unpack: number[];
}

/** From a folder to a file, and from the file to a folder, as the commands do it. */
async function measure(
  root: string,
  seal: PackSeal | undefined,
  key: PackKey | undefined,
  count: number,
): Promise<Times> {
  const about = { id: "large", name: "large", description: "A large skill.", version: "1.0.0" };
  const { key: signing } = await openOwnKey(join(root, "keys"), { env: {} });
  const times: Times = { pack: [], verify: [], open: [], unpack: [] };
  const file = join(root, "large.skillpack");
  for (let round = 0; round < count; round++) {
    let start = performance.now();
    const { files } = await readSkillFolder(join(root, "large"));
    const made = await createPack({ files, about, key: signing, ...(seal ? { seal } : {}) });
    await writePackFile(file, made);
    times.pack.push(performance.now() - start);
    start = performance.now();
    const pack = await verifyPack(await readPackFile(file));
    times.verify.push(performance.now() - start);
    const out = join(root, "out");
    const opened = await openPack(pack, key);
    times.open.push(performance.now() - start);
    await writePackFolder(out, opened);
    times.unpack.push(performance.now() - start);
    await rm(out, { recursive: true });
  }
  return times;
}

function print(label: string, times: number[], target?: number): boolean {
  const value = median(times);
  const ok = target === undefined || value <= target;
  const worst = ms(Math.max(...times));
  const goal = target === undefined ? "" : `target ${ms(target)}`;
  console.log(
    `${ok ? "ok  " : "MISS"} ${label.padEnd(54)} ${`${ms(value)} (worst ${worst})`.padEnd(32)} ${goal}`,
  );
  return ok;
}

/** `npm run bench -- pack`: a skill of 10 MB, from its folder to a pack and back, with everything written to disk. */
export async function run(): Promise<boolean> {
  const root = await mkdtemp(join(tmpdir(), "skillmint-bench-pack-"));
  console.log(
    `${rounds} rounds, medians; a skill of ${megabytes} MB in 201 files, from folder to file and back`,
  );
  try {
    await makeSkill(join(root, "large"));
    const { identity, recipient } = await makeIdentity();
    const open = await measure(root, undefined, undefined, rounds);
    const sealed = await measure(root, { recipients: [recipient] }, { identity }, rounds);
    const words = await measure(root, { passphrase: "open sesame" }, { passphrase: "open sesame" }, 3);
    const kinds = { open, "sealed for a key": sealed, "sealed with a passphrase": words };
    const results = Object.entries(kinds).flatMap(([kind, { pack, verify, open: opened, unpack }]) => [
      // A passphrase adds its derivation, which is meant to take long.
      print(`${kind}: packing to a file`, pack, kind.endsWith("passphrase") ? undefined : targets.pack),
      print(`${kind}: verifying`, verify),
      print(`${kind}: verifying, opening`, opened, kind.endsWith("passphrase") ? undefined : targets.open),
      print(`${kind}: verifying, opening, writing`, unpack),
    ]);
    return results.every(Boolean);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

if (import.meta.main) process.exitCode = (await run()) ? 0 : 1;
