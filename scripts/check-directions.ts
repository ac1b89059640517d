import { glob, readFile } from "node:fs/promises";
import { join, posix, sep } from "node:path";
import { isMain, root } from "./repository.ts";

/** Folders of packages/core/src, lowest first; those of one line do not know each other. */
const layers: readonly (readonly string[])[] = [
  ["protocol"],
  ["model", "skill", "permission", "workspace", "session", "environment", "network", "pack"],
  ["tool"],
  ["agent", "mcp", "browser", "internet"],
  ["authoring"],
  ["runtime"],
  ["index"],
];

/** What tests share stands beside the layers: it may know those of the first three lines, and few may know it. */
const testing = { name: "testing", knows: layers.slice(0, 3).flat(), knownBy: ["runtime", "index"] };

/** What of other packages a package may import, by the name it is exported under. */
const packages: Readonly<Record<string, readonly string[]>> = {
  core: [],
  web: ["@skillmint/core/protocol", "@skillmint/core/protocol/api"],
  server: ["@skillmint/core", "@skillmint/core/protocol", "@skillmint/core/protocol/api"],
  cli: ["@skillmint/core", "@skillmint/core/protocol", "@skillmint/server"],
};

export interface Violation {
  file: string;
  line: number;
  specifier: string;
  reason: string;
}

const patterns = [
  /^[ \t]*(?:import|export)\b[^;"'`]*?\bfrom\s*["']([^"']+)["']/gm,
  /^[ \t]*import\s*["']([^"']+)["']/gm,
  /\bimport\s*\(\s*["']([^"']+)["']/g,
];

/** Every module that a source text names, with its line. */
export function findSpecifiers(text: string): { specifier: string; line: number }[] {
  return patterns
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map((match) => {
      const end = match.index + match[0].length;
      return { specifier: match[1] ?? "", line: text.slice(0, end).split("\n").length };
    })
    .sort((a, b) => a.line - b.line);
}

/** The folder of core that a path below packages/core/src belongs to; `runtime.ts` and `runtime/` are one. */
function unitOf(path: string): string {
  return (path.split("/")[0] ?? "").replace(/\.tsx?$/, "");
}

function layerOf(unit: string): number {
  return layers.findIndex((layer) => layer.includes(unit));
}

/** Why one folder of core may not import another; `undefined` where it may. */
export function judgeCore(from: string, to: string): string | undefined {
  if (from === to) return undefined;
  if (from === testing.name) return testing.knows.includes(to) ? undefined : `testing may not know ${to}`;
  if (to === testing.name)
    return testing.knownBy.includes(from)
      ? undefined
      : `only ${testing.knownBy.join(" and ")} may know testing`;
  const [lower, upper] = [layerOf(to), layerOf(from)];
  if (upper === -1) return `${from} has no place in the directions yet`;
  if (lower === -1) return `${to} has no place in the directions yet`;
  if (lower < upper) return undefined;
  return lower === upper ? `${from} and ${to} are siblings` : `${to} stands above ${from}`;
}

/** Why a file may not import something; paths are relative to the repository, with slashes. */
export function judge(file: string, specifier: string): string | undefined {
  const [, name = ""] = file.split("/");
  if (specifier.startsWith("@skillmint/")) {
    const allowed = packages[name];
    if (!allowed) return `packages/${name} has no place in the directions yet`;
    return allowed.includes(specifier)
      ? undefined
      : `${name} may import ${allowed.join(", ") || "no other package"}`;
  }
  if (!specifier.startsWith(".")) return undefined;
  const target = posix.join(posix.dirname(file), specifier);
  const source = `packages/${name}/src/`;
  if (!target.startsWith(`packages/${name}/`)) return "packages import each other by name only";
  if (name !== "core") return undefined;
  if (!target.startsWith(source)) return "core imports its own sources only";
  return judgeCore(unitOf(file.slice(source.length)), unitOf(target.slice(source.length)));
}

const exempt = /\.(?:test|fixture)\.tsx?$/;

/** Every import below `folder` that goes against the directions of the design. */
export async function findViolations(folder: string): Promise<Violation[]> {
  const violations: Violation[] = [];
  for await (const path of glob("packages/*/src/**/*.{ts,tsx}", { cwd: folder })) {
    const file = path.split(sep).join("/");
    if (exempt.test(file)) continue;
    for (const { specifier, line } of findSpecifiers(await readFile(join(folder, path), "utf8"))) {
      const reason = judge(file, specifier);
      if (reason) violations.push({ file, line, specifier, reason });
    }
  }
  return violations.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
}

if (isMain(import.meta.url)) {
  const violations = await findViolations(root);
  for (const { file, line, specifier, reason } of violations) {
    process.stdout.write(`${file}:${line} imports ${specifier}: ${reason}\n`);
  }
  if (violations.length > 0) process.exitCode = 1;
}
