import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { createTranslate } from "../packages/core/src/protocol/index.ts";
import { createFolderLayer } from "../packages/core/src/skill/discover/builtin-layers.ts";
import { createSkillFinder, type SkillFinder } from "../packages/core/src/skill/discover/discover-skills.ts";
import { measureSkillRun } from "./lib/skill-run.ts";
import { median, ms } from "./lib/stats.ts";

const rounds = Number(process.env["BENCH_ROUNDS"] ?? 21);
const sizes = [10, 1_000, 10_000];
const target = 1.3;
/** What a first request may be at all, and 2 % of the model's context for the list of skills. */
const maxRequestChars = 12_000 + 16_000;
const ways = ["bare", "cold", "warm", "again"] as const;
type Way = (typeof ways)[number];

const kinds = [
  (index: number) =>
    `description: Does thing ${index} when someone asks for it, and tells what became of it.`,
  (index: number) =>
    `description: "Use this when: thing ${index} is wanted"\nlicense: MIT\nallowed-tools: Read Bash(git:*)`,
  (index: number) =>
    `description: >\n  Writes number ${index} of the\n  reports.\nmetadata:\n  author: bench\n  version: "1.0"`,
];

/** As public skills are: a few kinds of frontmatter and a body of about 6,000 characters. */
async function makeSkills(root: string, count: number): Promise<void> {
  const body = "Look at what is there first, then do the next step and say what came of it.\n".repeat(80);
  for (let index = 0; index < count; index++) {
    const folder = join(root, `skill-${index}`);
    const fields = kinds[index % kinds.length]?.(index);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "SKILL.md"), `---\nname: skill-${index}\n${fields}\n---\n\n${body}`);
  }
}

/** The simplest code that knows all skills: it reads every file, and understands none. */
async function readAll(root: string): Promise<number> {
  let count = 0;
  for (const name of await readdir(root)) {
    const text = await readFile(join(root, name, "SKILL.md"), "utf8");
    if (text.startsWith("---")) count++;
  }
  return count;
}

function createFinder(root: string, indexFile?: string): SkillFinder {
  return createSkillFinder({
    layers: [createFolderLayer("user", () => root)],
    ...(indexFile === undefined ? {} : { indexFile }),
  });
}

async function findAll(finder: SkillFinder, root: string): Promise<number> {
  const found = await finder.find({
    folder: root,
    home: root,
    env: {},
    isTrusted: async () => true,
    touched: [],
    t: createTranslate("en"),
  });
  return found.skills.length;
}

/** One way in a process of its own, as at the start of a run: nothing was read, nothing is compiled. */
async function measureHere(way: Way, root: string, indexFile: string): Promise<void> {
  const finder = createFinder(root, way === "cold" ? undefined : indexFile);
  if (way === "again") await findAll(finder, root);
  const start = performance.now();
  const count = way === "bare" ? await readAll(root) : await findAll(finder, root);
  console.log(JSON.stringify({ ms: performance.now() - start, count }));
}

async function measure(way: Way, root: string, indexFile: string, expected: number): Promise<number> {
  const args = ["--conditions=skillmint-source", import.meta.filename, way, root, indexFile];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const { ms, count } = JSON.parse(stdout) as { ms: number; count: number };
  if (count !== expected) throw new Error(`${way} found ${count} of ${expected} skills`);
  return ms;
}

function print(ok: boolean, label: string, value: string, goal: string): void {
  console.log(`${ok ? "ok  " : "MISS"} ${label.padEnd(34)} ${value.padEnd(44)} ${goal}`);
}

/** `npm run bench -- skills`: what discovery adds to the start of a run, beside a loop that reads all files. */
export async function run(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), "skillmint-bench-skills-"));
  console.log(
    `${rounds} interleaved rounds, medians, a process each; floor: readFile of every SKILL.md in turn`,
  );
  let isFast = true;
  try {
    for (const size of sizes) await makeSkills(join(folder, String(size)), size);
    // What changed a moment ago is read again, index or not.
    await setTimeout(2_500);
    for (const size of sizes) {
      const root = join(folder, String(size));
      const indexFile = join(folder, `${size}.index`);
      const finder = createFinder(root, indexFile);
      await findAll(finder, root);
      await finder.close();
      const times: Record<Way, number[]> = { bare: [], cold: [], warm: [], again: [] };
      for (let round = 0; round < rounds; round++)
        for (const way of ways) times[way].push(await measure(way, root, indexFile, size));
      const floor = median(times.bare);
      const report = (label: string, way: Way): boolean => {
        const ours = median(times[way]);
        const ok = size < 1_000 || ours / floor <= target;
        const value = `${(ours / floor).toFixed(2)}x the floor (${ms(ours)} / ${ms(floor)})`;
        const goal = size < 1_000 ? "" : `target ${target}x`;
        print(ok, `${size} skills, ${label}`, value, goal);
        return ok;
      };
      const all = [
        report("without an index", "cold"),
        report("with an index", "warm"),
        report("next prompt", "again"),
      ];
      const runFolder = join(folder, `run-${size}`);
      const { addedMs, requestChars } = await measureSkillRun(runFolder, root, Math.min(rounds, 21));
      const isQuick = size < 1_000 || addedMs / floor <= target;
      const isSmall = requestChars <= maxRequestChars;
      const added = `${(addedMs / floor).toFixed(2)}x the floor (${ms(addedMs)} / ${ms(floor)})`;
      print(isQuick, `${size} skills, a whole run`, added, size < 1_000 ? "" : `target ${target}x`);
      print(
        isSmall,
        `${size} skills, first request`,
        `${requestChars} characters`,
        `target ${maxRequestChars}`,
      );
      isFast &&= all.every(Boolean) && isQuick && isSmall;
    }
    return isFast;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const [way, root, indexFile] = process.argv.slice(2);
  if (root !== undefined && indexFile !== undefined) await measureHere(way as Way, root, indexFile);
  else process.exitCode = (await run()) ? 0 : 1;
}
