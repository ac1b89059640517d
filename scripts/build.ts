import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { glob, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { OutputOptions } from "rolldown";
import { digestSources, publish, readStamp, sweep, writeStamp } from "./build-output.ts";
import { replaceBuiltinImports } from "./builtin-imports.ts";
import { isMain, root } from "./repository.ts";

interface Target {
  folder: string;
  /** Name in the output: source below the package. */
  entries: Record<string, string>;
  types: boolean;
  /** The entry that opens the image of the others; where it is there, that image is built too. */
  opener?: string;
}

const targets: readonly Target[] = [
  {
    folder: join(root, "packages/core"),
    entries: {
      index: "src/index.ts",
      "protocol/index": "src/protocol/index.ts",
      "protocol/api/index": "src/protocol/api/index.ts",
      "testing/index": "src/testing/index.ts",
    },
    types: true,
  },
  { folder: join(root, "packages/server"), entries: { index: "src/index.ts" }, types: true },
  {
    folder: join(root, "packages/cli"),
    entries: { main: "src/main.ts", "open-image": "src/image/open-image.ts" },
    types: false,
    opener: "open-image",
  },
];

/** Native, or a binary beside its code: loaded from node_modules at run time. */
const external = [/^node:/, "@napi-rs/keyring", "@vscode/ripgrep", "playwright-core"];

const stamp = join(root, "packages/cli/dist/.stamp");

/** Whether a source changed since the last build. One without types serves where none are wanted. */
export async function needsBuild({ types }: { types: boolean }): Promise<boolean> {
  const last = await readStamp(stamp);
  return last === undefined || (types && !last.types) || last.digest !== (await digestSources(root));
}

async function bundle(target: Target, entries: Record<string, string>, out: string): Promise<void> {
  const { rolldown } = await import("rolldown");
  const bundled = await rolldown({
    cwd: target.folder,
    input: entries,
    platform: "node",
    external,
    // "module" first: the other form of jsonc-parser cannot be bundled.
    resolve: {
      conditionNames: ["skillmint-source", "import", "node", "default"],
      mainFields: ["module", "main"],
    },
    logLevel: "warn",
  });
  const output: OutputOptions = {
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
    // One byte for each character, which is read and compiled faster.
    charset: "ascii",
    // Names stay, so that a stack trace can be read.
    minify: { compress: true, mangle: false, codegen: true },
  };
  await bundled.write({ ...output, dir: out, format: "esm" });
  if (target.opener !== undefined && target.opener in entries) {
    const { output: parts } = await bundled.generate({ ...output, format: "cjs" });
    const chunks = parts.filter((part) => part.type === "chunk").filter(({ name }) => name !== target.opener);
    const { buildImage } = await import("./build-image.ts");
    await buildImage(join(out, "main.image"), chunks);
  }
  await bundled.close();
  for await (const file of glob("**/*.js", { cwd: out })) {
    const path = join(out, file);
    await writeFile(path, replaceBuiltinImports(await readFile(path, "utf8")));
  }
}

async function emitTypes(folder: string, out: string): Promise<void> {
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const args = [tsc, "-p", join(folder, "tsconfig.build.json"), "--outDir", out];
  const emitted = promisify(execFile)(process.execPath, args, { maxBuffer: 1 << 26 });
  await emitted.catch((error: { stdout?: string }) => {
    throw new Error(`tsc could not write the types\n${error.stdout ?? ""}`, { cause: error });
  });
  for await (const file of glob("**/*.d.ts", { cwd: out })) {
    const text = await readFile(join(out, file), "utf8");
    // Declarations keep the names of sources, which are not shipped.
    await writeFile(join(out, file), text.replaceAll(/((?:from|import) ?\(?"\.[^"]*)\.ts"/g, '$1.js"'));
  }
}

async function buildTarget(target: Target, types: boolean): Promise<void> {
  const entries = Object.fromEntries(
    Object.entries(target.entries).filter(([, source]) => {
      const there = existsSync(join(target.folder, source));
      if (!there) process.stderr.write(`build: ${join(target.folder, source)} does not exist, skipped\n`);
      return there;
    }),
  );
  if (Object.keys(entries).length === 0) return;
  const dist = join(target.folder, "dist");
  await sweep(dist);
  const temporary = join(dist, `.tmp-${process.pid}`);
  await mkdir(temporary, { recursive: true });
  try {
    await bundle(target, entries, temporary);
    if (types && target.types) await emitTypes(target.folder, temporary);
    await publish(temporary, dist);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/**
 * Builds everything. Each file is replaced as a whole and older chunks stay for a day, so that a running command
 * goes on unharmed, also when two builds run at once.
 */
export async function build({ types }: { types: boolean }): Promise<void> {
  const digest = await digestSources(root);
  for (const target of targets) await buildTarget(target, types);
  const { buildWeb } = await import("./build-web.ts");
  await buildWeb();
  await writeStamp(stamp, { digest, types });
}

async function main(args: readonly string[]): Promise<void> {
  const types = !args.includes("--fast");
  const start = performance.now();
  if (!args.includes("--force") && !(await needsBuild({ types }))) {
    process.stderr.write("build: nothing changed since the last one (--force builds anyway)\n");
    return;
  }
  try {
    await build({ types });
    process.stderr.write(`built in ${((performance.now() - start) / 1000).toFixed(1)} s\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

if (isMain(import.meta.url)) await main(process.argv.slice(2));
