import { basename, extname } from "node:path";
import type { PackFile } from "../../pack/pack-file.ts";
import { hookEvents } from "../../environment/hook.ts";
import type { Translate } from "../../protocol/index.ts";
import { parseSkill } from "../../skill/parse/parse-skill.ts";
import type { Data, ParsedSkill, SkillFields } from "../../skill/skill.ts";
import type { Finding } from "../../skill/validate/finding.ts";
import { validateText } from "../../skill/validate/validate-text.ts";
import type { SkillWishes } from "./packs.ts";

const scripts = new Set(
  ".py .sh .bash .zsh .fish .js .mjs .cjs .ts .mts .rb .pl .php .lua .ps1 .bat .cmd .r .go .awk".split(" "),
);
const maxNamed = 50;

/** What the files of a skill say and ask for, before they are on disk. */
export interface DescribedFiles {
  parsed: ParsedSkill;
  errors: Finding[];
  warnings: Finding[];
  wishes: SkillWishes;
}

export function findSkillFile(files: readonly PackFile[]): PackFile | undefined {
  return files.find(({ path }) => path === "SKILL.md") ?? files.find(({ path }) => /^skill\.md$/i.test(path));
}

function namesOf(value: Data | undefined): string[] {
  if (value === undefined || typeof value === "string") return value ? [value] : [];
  const entries = Array.isArray(value) ? value : [value];
  return entries.flatMap((entry) =>
    typeof entry === "string" ? [entry] : Array.isArray(entry) ? [] : Object.keys(entry),
  );
}

function wishesOf(
  { allowedTools = [], hooks, mcpServers }: SkillFields,
  files: readonly PackFile[],
): SkillWishes {
  const known: readonly string[] = hookEvents;
  return {
    allowedTools: [...allowedTools],
    hooks: namesOf(hooks).filter((event) => known.includes(event)),
    mcpServers: namesOf(mcpServers).slice(0, maxNamed),
    scripts: files
      .filter(({ path, executable }) => executable || scripts.has(extname(path).toLowerCase()))
      .map(({ path }) => path)
      .slice(0, maxNamed),
  };
}

/** `undefined` where there is no SKILL.md among them. */
export function describeFiles(
  files: readonly PackFile[],
  folderName: string,
  t: Translate,
): DescribedFiles | undefined {
  const file = findSkillFile(files);
  if (!file) return undefined;
  const parsed = parseSkill(file.bytes, { path: basename(file.path), folderName, t });
  const { errors, warnings } = validateText(file.bytes, folderName, { profile: "claude", t });
  return { parsed, errors, warnings, wishes: wishesOf(parsed.fields, files) };
}
