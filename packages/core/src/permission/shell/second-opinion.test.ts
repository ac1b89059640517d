import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { Language, Parser, type Node } from "web-tree-sitter";
import { analyzeCommand } from "./analyze-command.ts";
import { everydayCommands } from "./everyday-commands.fixture.ts";
import { hostileCommands } from "./hostile-commands.fixture.ts";

const require = createRequire(import.meta.url);
let parser: Parser;

beforeAll(async () => {
  await Parser.init({ wasmBinary: await readFile(require.resolve("web-tree-sitter/web-tree-sitter.wasm")) });
  parser = new Parser();
  parser.setLanguage(
    await Language.load(await readFile(require.resolve("tree-sitter-bash/tree-sitter-bash.wasm"))),
  );
});

function commandNames(node: Node): string[] {
  const own = node.type === "command_name" ? [node.text.replaceAll(/["'\\]/g, "")] : [];
  return [...own, ...node.children.flatMap((child) => (child ? commandNames(child) : []))];
}

/** Programs that another parser finds and the analysis does not know of. */
function findMissed(command: string): string[] {
  const analysis = analyzeCommand(command, "/w");
  const tree = parser.parse(command);
  if (!tree || !(analysis.parts?.every((part) => part.readOnly) ?? false)) return [];
  const known = analysis.parts?.flatMap((part) => part.layers.map((layer) => layer.split(" ")[0])) ?? [];
  // `time` is a word of the shell, which runs nothing itself.
  return commandNames(tree.rootNode).filter((name) => name !== "time" && !known.includes(name));
}

describe("tree-sitter-bash agrees", () => {
  it("on everyday commands", () => {
    const missed = everydayCommands.flatMap((command) => findMissed(command).map((name) => [name, command]));
    expect(missed).toEqual([]);
    expect(
      everydayCommands.flatMap((command) => {
        const tree = parser.parse(command);
        return tree ? commandNames(tree.rootNode) : [];
      }).length,
    ).toBeGreaterThan(300);
  });
  it("on hostile commands", () => {
    const missed = Object.values(hostileCommands)
      .flat()
      .flatMap((command) => findMissed(command).map((name) => [name, command]));
    expect(missed).toEqual([]);
  });
  it("finds every program of an everyday command in a hostile neighbourhood", () => {
    const joints = [" && ", " | ", "; ", "\n", " || "];
    const missed = everydayCommands.flatMap((command, i) => {
      const other = everydayCommands[(i * 7 + 3) % everydayCommands.length] ?? "ls";
      return joints.flatMap((joint) =>
        findMissed(`${command}${joint}${other}`).map((name) => [name, command, other]),
      );
    });
    expect(missed).toEqual([]);
  });
});

interface Trace {
  programs: string[];
  words: string[];
}

/** What bash itself runs, and the words it passes. */
function traceBash(folder: string, command: string): Promise<Trace> {
  const env = { PATH: process.env["PATH"] ?? "", PS4: "+ " };
  const script = command.replace(/^echo/, "printf '%s\\0'");
  return new Promise((resolve) => {
    execFile("bash", ["--norc", "-xc", script], { cwd: folder, env, timeout: 5_000 }, (_, stdout, stderr) => {
      const traced = stderr.split("\n").filter((line) => /^\++ /.test(line));
      const programs = traced.map((line) => line.replace(/^\++ /, "").split(" ")[0] ?? "");
      resolve({ programs, words: stdout.split("\0").slice(0, -1) });
    });
  });
}

describe.skipIf(process.platform === "win32")("bash agrees", () => {
  it("on what runs and with which words, for commands that are proven", async () => {
    const folder = await mkdtemp(join(tmpdir(), "opinion-"));
    const pieces = [
      ..."ab'\"\\$\\{},~/*?[]#=!@()\n\t ;&|<>`x-1:^%+",
      "..",
      "\\\n",
      "<<E\n",
      "E\n",
      "$(",
      "<(",
      "&&",
      "if ",
      "fi",
      "{ ",
      "; }",
      "[[ ",
      "]]",
    ];
    const random = fc
      .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 10 })
      .map((list) => `echo ${list.join("")}`);
    let compared = 0;
    try {
      await fc.assert(
        fc.asyncProperty(random, async (command) => {
          const { parts, reads } = analyzeCommand(command, folder);
          if (!parts?.every((part) => part.readOnly) || reads.length > 0 || command.includes("~")) return;
          const { programs, words } = await traceBash(folder, command);
          const known = parts.flatMap((part) => part.layers.map((layer) => layer.split(" ")[0]));
          expect(
            programs.filter((name) => !["printf", "[[", ...known].includes(name)),
            command,
          ).toEqual([]);
          const only = parts.length === 1 ? parts[0]?.words : undefined;
          if (!only || words.length === 0) return;
          compared++;
          expect(words, command).toEqual(only.length > 1 ? only.slice(1) : [""]);
        }),
        { numRuns: 1_000, seed: 20 },
      );
      expect(compared).toBeGreaterThan(50);
      expect(await readdir(folder)).toEqual([]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
