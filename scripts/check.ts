import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { root } from "./repository.ts";
import { runStep } from "./run-step.ts";

const require = createRequire(import.meta.url);

/** The file behind a command of a development dependency. */
function commandOf(name: string, command = name): string {
  const file = require.resolve(join(root, "node_modules", name, "package.json"));
  const { bin } = require(file) as { bin: string | Record<string, string> };
  const path = typeof bin === "string" ? bin : bin[command];
  if (path === undefined) throw new Error(`${name} has no command ${command}`);
  return join(dirname(file), path);
}

const fix = process.argv.includes("--fix");

const steps: readonly [name: string, args: readonly string[]][] = [
  // A formatter would break the line that sh reads.
  ["format", [commandOf("oxfmt"), fix ? "--write" : "--check", ".", "!packages/cli/bin/skillmint.js"]],
  ["lint", [commandOf("oxlint"), "--type-aware", "--deny-warnings"]],
  ["types", [commandOf("typescript", "tsc"), "-p", "."]],
  ["web types", [commandOf("typescript", "tsc"), "-p", "packages/web"]],
  ["directions", [join(root, "scripts/check-directions.ts")]],
  ["unused", [commandOf("knip"), "--no-progress"]],
  ["build", [join(root, "scripts/build.ts")]],
];

const failed: string[] = [];

async function check([name, args]: (typeof steps)[number]): Promise<void> {
  const { code, output, seconds } = await runStep(args);
  process.stdout.write(`${code === 0 ? "ok    " : "FAILED"} ${name.padEnd(10)} ${seconds.toFixed(1)} s\n`);
  if (code === 0) return;
  failed.push(name);
  process.stdout.write(`${output.trimEnd().replaceAll(/^/gm, "       ")}\n`);
}

/** Two at a time: some are bound by reading, and the longest uses several cores itself. */
async function work(queue: (typeof steps)[number][]): Promise<void> {
  for (let step = queue.shift(); step; step = queue.shift()) await check(step);
}

const [format, ...rest] = steps;
if (format) await check(format);
await Promise.all([work(rest), work(rest)]);

if (failed.length > 0) {
  process.stdout.write(`\nFailed: ${failed.join(", ")}\n`);
  process.exitCode = 1;
}
