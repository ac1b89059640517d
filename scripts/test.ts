import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { build, needsBuild } from "./build.ts";
import { root } from "./repository.ts";
import { sumReport, type Report } from "./sum-report.ts";

async function runVitest(report: string, args: readonly string[]): Promise<number> {
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const child = spawn(process.execPath, [vitest, "run", ...reporters, ...args], {
    cwd: root,
    stdio: "inherit",
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}

async function readReport(file: string): Promise<Report> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as Report;
  } catch (error) {
    process.stdout.write(`No report of the tests could be read: ${String(error)}\n`);
    return { testResults: [] };
  }
}

const folder = await mkdtemp(join(tmpdir(), "skillmint-test-"));
try {
  if (await needsBuild({ types: false })) await build({ types: false });
  const file = join(folder, "report.json");
  const code = await runVitest(file, process.argv.slice(2));
  const sum = sumReport(await readReport(file), code);
  for (const { name, count } of sum.skippedIn) {
    process.stdout.write(`!!! SKIPPED ${count} in ${relative(root, name)}\n`);
  }
  for (const { name, test, reason } of sum.unsteady) {
    process.stdout.write(`!!! UNSTEADY in ${relative(root, name)}: ${test}\n${reason}\n`);
  }
  for (const problem of sum.problems) process.stdout.write(`!!! ${problem}\n`);
  process.stdout.write(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped\n`);
  process.exitCode = sum.ok ? 0 : 1;
} catch (error) {
  process.stdout.write(`!!! ${error instanceof Error ? error.message : String(error)}\n`);
  process.stdout.write("0 passed, 1 failed, 0 skipped\n");
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
