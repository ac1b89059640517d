import type { Data, SkillRequires } from "../skill.ts";
import { squash } from "./field-table.ts";

const kinds: Readonly<Record<string, keyof SkillRequires>> = {
  tools: "tools",
  tool: "tools",
  mcp: "mcp",
  mcpservers: "mcp",
  binaries: "binaries",
  binary: "binaries",
  bins: "binaries",
  bin: "binaries",
  commands: "binaries",
  programs: "binaries",
  env: "env",
  environment: "env",
  variables: "env",
  files: "files",
  file: "files",
  skills: "skills",
  skill: "skills",
  languages: "languages",
  language: "languages",
  runtimes: "languages",
};

const maxNames = 100;

function readNames(data: Data): string[] | undefined {
  const names =
    typeof data === "string"
      ? data.split(/[\s,]+/)
      : Array.isArray(data) && data.every((item) => typeof item === "string")
        ? data.map((item) => item.trim())
        : undefined;
  return names?.filter((name) => name !== "").slice(0, maxNames);
}

/** What a skill says it needs; `undefined` where the value is no map of names. Kinds nobody knows are left out. */
export function readRequires(data: Data): SkillRequires | undefined {
  if (typeof data === "string" || Array.isArray(data)) return undefined;
  const requires: SkillRequires = {};
  for (const [key, value] of Object.entries(data)) {
    const word = squash(key);
    const kind = Object.hasOwn(kinds, word) ? kinds[word] : undefined;
    const names = readNames(value);
    if (names === undefined) return undefined;
    if (kind !== undefined && names.length > 0) requires[kind] = [...(requires[kind] ?? []), ...names];
  }
  return requires;
}
