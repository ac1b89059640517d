import { execFile } from "node:child_process";
import { mkdir, open, readFile, rename, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { createRuntime } from "../packages/core/src/runtime.ts";
import { createInProcessModel } from "../packages/core/src/testing/index.ts";
import { findRipgrep } from "../packages/core/src/tool/builtin/ripgrep.ts";
import { createTestContext, type TestContext } from "../packages/core/src/tool/builtin/test-context.ts";
import { defineTool, textResult } from "../packages/core/src/tool/define-tool.ts";
import { interleave } from "./lib/interleave.ts";
import { ms } from "./lib/stats.ts";

const rounds = Number(process.env["BENCH_ROUNDS"] ?? 21);
const folders = 1_000;
const filesEach = 100;
const targets = { grep: 1.15, glob: 1.3, fileMs: 50, callsPerSecond: 1_000 };
const line = "const value = compute(alpha, beta); // an ordinary line of source text\n";

function report(label: string, value: string, target: string, ok: boolean): boolean {
  console.log(`${ok ? "ok  " : "MISS"} ${label.padEnd(30)} ${value.padEnd(46)} target ${target}`);
  return ok;
}

/** 100,000 files of four kinds; one in 200 holds the needle, and all one line that each has once. */
async function makeTree(root: string): Promise<void> {
  const kinds = ["ts", "js", "md", "py"];
  for (let folder = 0; folder < folders; folder++) {
    const path = join(root, `part${folder % 25}`, `folder${folder}`);
    await mkdir(path, { recursive: true });
    const files = Array.from({ length: filesEach }, async (_, index) => {
      const number = folder * filesEach + index;
      const needle = number % 200 === 0 ? "a needle in the haystack\n" : "";
      const file = join(path, `file${index}.${kinds[index % 4] ?? ""}`);
      await writeFile(file, `// number ${number}\n${line.repeat(5 + (number % 20))}${needle}`);
      await utimes(file, 1_700_000_000, 1_700_000_000 + ((number * 7_919) % 100_000));
    });
    await Promise.all(files);
  }
}

async function searches(test: TestContext): Promise<boolean> {
  const program = await findRipgrep();
  if (program === undefined) throw new Error("ripgrep is not installed for this platform");
  console.log(`     making ${folders * filesEach} files`);
  await makeTree(test.root);
  const bare = (args: string[]) => () =>
    promisify(execFile)(program, args, { cwd: test.root, maxBuffer: 1 << 28 });
  const tool = (name: string, input: Record<string, unknown>) => () => test.text(name, { ...input });
  const grep = ["--no-config", "--line-number", "--no-heading", "--hidden"];
  const times = await interleave(rounds, {
    rg: bare([...grep, "needle", "."]),
    grep: tool("Grep", { pattern: "needle" }),
    rgAll: bare([...grep, "^// number", "."]),
    grepAll: tool("Grep", { pattern: "^// number" }),
    rgFiles: bare(["--no-config", "--hidden", "--files-with-matches", "number", "."]),
    grepFiles: tool("Grep", { pattern: "number", output_mode: "files_with_matches" }),
    rgGlob: bare(["--no-config", "--files", "-g", "**/*.ts", "--sortr", "modified"]),
    glob: tool("Glob", { pattern: "**/*.ts" }),
    rgGlobAll: bare(["--no-config", "--files", "-g", "**", "--sortr", "modified"]),
    globAll: tool("Glob", { pattern: "**" }),
  });
  const compare = (label: string, ours: number, theirs: number, target: number) => {
    const value = `${(ours / theirs).toFixed(2)}x ripgrep (${ms(ours)} / ${ms(theirs)})`;
    return report(label, value, `${target}x`, ours / theirs <= target);
  };
  return [
    compare("Grep, 500 matches", times.grep, times.rg, targets.grep),
    compare("Grep, a match in each file", times.grepAll, times.rgAll, targets.grep),
    compare("Grep, names of all files", times.grepFiles, times.rgFiles, targets.grep),
    compare("Glob, a quarter of the files", times.glob, times.rgGlob, targets.glob),
    compare("Glob, all files", times.globAll, times.rgGlobAll, targets.glob),
  ].every(Boolean);
}

/** What Write promises, without the tool: the bytes and the name are on the disk when it returns. */
async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(`${file}.new`, "w");
  await handle.writeFile(text);
  await handle.sync();
  await handle.close();
  await rename(`${file}.new`, file);
}

async function files(test: TestContext): Promise<boolean> {
  const path = join(test.root, "large.txt");
  const marked = (mark: string) => `${line.repeat(36_000)}${mark}\n${line.repeat(36_000)}`;
  const size = marked("mark 0").length;
  let count = 0;
  await writeFile(path, marked("mark 0"));
  await test.text("Read", { path });
  const bareFile = join(test.root, "bare.txt");
  await writeFile(bareFile, marked("mark 0"));
  const call = async (name: string, input: Record<string, unknown>): Promise<void> => {
    test.begun.length = 0;
    const text = await test.text(name, input);
    if (text.startsWith("FAILED")) throw new Error(text);
  };
  const times = await interleave(rounds, {
    readBare: () => readFile(bareFile, "utf8"),
    read: () => call("Read", { path }),
    editBare: async () => writeDurably(bareFile, (await readFile(bareFile, "utf8")).replace("mark", "mark")),
    edit: () => call("Edit", { path, old_string: `mark ${count}\n`, new_string: `mark ${++count}\n` }),
    writeBare: () => writeDurably(bareFile, marked("mark")),
    write: () => call("Write", { path, content: marked(`mark ${count}`) }),
  });
  const compare = (label: string, ours: number, bare: number) => {
    const value = `${ms(ours - bare)} over the bare ${ms(bare)}`;
    return report(label, value, `under ${targets.fileMs} ms`, ours - bare < targets.fileMs);
  };
  console.log(`     files of ${(size / 1e6).toFixed(1)} MB; bare: read, or write, sync and rename`);
  return [
    compare("Read", times.read, times.readBare),
    compare("Edit", times.edit, times.editBare),
    compare("Write", times.write, times.writeBare),
  ].every(Boolean);
}

/** Whole runs of the loop on a real store: each reply makes 100 calls, which are validated, judged, run and logged. */
async function calls({ base: home }: TestContext): Promise<boolean> {
  const perReply = 100;
  const replies = 10;
  const noop = defineTool({
    name: "Noop",
    description: "Does nothing",
    input: z.object({ value: z.number() }),
    effect: "read",
    describe: () => ({ title: "Noop", resources: [] }),
    run: async () => textResult("done"),
  });
  const callOf = (value: number) => ({ name: "Noop", input: { value } });
  const model = createInProcessModel(({ turn }) =>
    turn < replies
      ? { calls: Array.from({ length: perReply }, (_, index) => callOf(turn * perReply + index)) }
      : "done",
  );
  const env = { HOME: home, SKILLMINT_HOME: join(home, "skillmint") };
  const runtime = await createRuntime({ env, tools: [noop], models: { scripted: model } });
  try {
    const runOnce = async (): Promise<void> => {
      const { sessionId } = await runtime.prompt({
        text: "go",
        folder: home,
        settings: { model: "scripted", mode: "default" },
      });
      const { reason } = await runtime.run(sessionId);
      if (reason !== "done") throw new Error(`the run ended ${reason}`);
    };
    const times = await interleave(5, { runOnce });
    const rate = (perReply * replies * 1_000) / times.runOnce;
    const label = `${perReply * replies} no-op calls, whole loop`;
    const target = `${targets.callsPerSecond} per second`;
    return report(label, `${rate.toFixed(0)} calls per second`, target, rate >= targets.callsPerSecond);
  } finally {
    await runtime.close();
  }
}

/** What one command costs in `default` mode, where it runs in the sandbox, and without: the same loop around both. */
async function commands({ base: home }: TestContext): Promise<boolean> {
  const perRun = 20;
  // Each a little different, because a model that repeats itself is stopped.
  const bash = (turn: number) => ({ name: "Bash", input: { command: `ls && echo ${turn}` } });
  const model = createInProcessModel(({ turn }) => (turn < perRun ? { calls: [bash(turn)] } : "done"));
  const env = { HOME: home, SKILLMINT_HOME: join(home, "skillmint"), PATH: process.env["PATH"] };
  const runtime = await createRuntime({ env, models: { scripted: model } });
  try {
    const { available, problems } = await runtime.describeSandbox();
    if (!available) {
      console.log(`     a Bash call in the sandbox: not measured, ${problems.join("; ")}`);
      return true;
    }
    const runOnce = (sandbox: "require" | "off") => async (): Promise<void> => {
      const settings = { model: "scripted", mode: "default", sandbox } as const;
      const { sessionId } = await runtime.prompt({ text: "go", folder: home, settings });
      const { reason } = await runtime.run(sessionId);
      if (reason !== "done") throw new Error(`the run ended ${reason}`);
    };
    const times = await interleave(5, { sandboxed: runOnce("require"), bare: runOnce("off") });
    const [sandboxed, bare] = [times.sandboxed / perRun, times.bare / perRun];
    console.log(
      `     a Bash call in default mode, ${perRun} in a session that makes its sandbox first (no target):`,
    );
    console.log(`     ${ms(sandboxed)} in the sandbox, ${ms(bare)} without`);
    return true;
  } finally {
    await runtime.close();
  }
}

/** `npm run bench -- tools`: the file tools beside ripgrep and bare file operations, and the price of a call. */
export async function run(): Promise<boolean> {
  console.log(`${rounds} interleaved rounds, medians`);
  const verdicts: boolean[] = [];
  for (const part of [calls, commands, files, searches]) {
    const test = await createTestContext();
    try {
      verdicts.push(await part(test));
    } finally {
      await test.remove();
    }
  }
  return verdicts.every(Boolean);
}

if (import.meta.main && !(await run())) process.exitCode = 1;
