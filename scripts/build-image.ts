import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { writeImageFile } from "../packages/cli/src/image/image-file.ts";
import type { Script } from "../packages/core/src/testing/index.ts";
import { root } from "./repository.ts";

/** A chunk as the bundler gives it: CommonJS, in ASCII. */
interface BundledChunk {
  fileName: string;
  code: string;
}

const run = promisify(execFile);
const limitMs = 60_000;

/** What a run commonly does, so that its code is in the image. */
const replies = [
  { calls: [{ name: "Write", input: { path: "a.txt", content: "one\n" } }] },
  { calls: [{ name: "Read", input: { path: "a.txt" } }] },
  { calls: [{ name: "Edit", input: { path: "a.txt", old_string: "one", new_string: "two" } }] },
  {
    calls: [
      { name: "Glob", input: { pattern: "*" } },
      { name: "Grep", input: { pattern: "two" } },
    ],
  },
  { calls: [{ name: "Bash", input: { command: "echo hello" } }] },
  { calls: [{ name: "Bash", input: { command: "cat a.txt" } }] },
];
const script: Script = ({ turn }) => replies[turn] ?? "Done.";

const runs = [
  ["--model", "openai/scripted", "--mode", "unrestricted", "--no-sandbox"],
  ["--model", "anthropic/scripted", "--mode", "acceptEdits"],
];

/**
 * Writes the image of the command and runs the command from it, so that it holds V8's code of what a run needs. See
 * `openImage`.
 */
export async function buildImage(path: string, chunks: readonly BundledChunk[]): Promise<void> {
  writeImageFile(
    path,
    chunks.map(({ fileName, code }) => ({
      name: basename(fileName),
      source: `(function (exports, require, module, __filename) { "use strict"; ${code}\n})`,
      code: new Uint8Array(),
    })),
  );
  const { startScriptedModel } = await import("../packages/core/src/testing/index.ts");
  const home = await mkdtemp(join(tmpdir(), "skillmint-image-"));
  const model = await startScriptedModel(script);
  try {
    const env = {
      PATH: process.env["PATH"],
      HOME: home,
      OPENAI_API_KEY: "none",
      ANTHROPIC_API_KEY: "none",
      LANG: "C",
    };
    for (const flags of runs) {
      const args = ["--cwd", home, "run", ...flags, "--base-url", `${model.url}/v1`, "hello"];
      await run(process.execPath, [join(root, "scripts/build-image-run.ts"), path, ...args], {
        env,
        cwd: home,
        timeout: limitMs,
      });
    }
  } finally {
    await model.close();
    await rm(home, { recursive: true, force: true });
  }
}
