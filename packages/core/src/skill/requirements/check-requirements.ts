import { basename } from "node:path";
import { createTranslate, ownToolNames, type Translate } from "../../protocol/index.ts";
import type { FoundSkill } from "../skill.ts";
import { findDeclared } from "./declared.ts";
import { findEnv, findScriptEnv } from "./find-env.ts";
import { findFiles } from "./find-files.ts";
import { findLanguages, findPrograms, findScriptPrograms } from "./find-programs.ts";
import { findSkills } from "./find-skills.ts";
import { findInRules, findMcpServers, findTools } from "./find-tools.ts";
import { commandsOfLanguage } from "./known-names.ts";
import {
  createCollector,
  type AddRequirement,
  type CheckedRequirement,
  type Requirement,
  type RequirementProbe,
  type SkillText,
} from "./requirement.ts";
import { splitMarkdown } from "./split-markdown.ts";

export interface FindOptions {
  /** The line of SKILL.md that the body begins on. */
  bodyLine?: number;
  /** Files of the skill that were read too: what the text points at, and scripts. */
  texts?: readonly SkillText[];
}

function findInMarkdown(
  skill: FoundSkill,
  text: string,
  firstLine: number,
  file: string | undefined,
  add: AddRequirement,
): void {
  const parts = splitMarkdown(text, firstLine);
  const self = {
    names: [skill.fields.name, basename(skill.folder)].filter((name) => name !== undefined),
    ...(skill.plugin === undefined ? {} : { plugin: skill.plugin }),
  };
  findTools(parts, file, add);
  findPrograms(parts, file, add);
  findEnv(parts, file, add);
  findFiles(parts, file, add);
  findSkills(parts, self, file, add);
}

function findInScript({ path, text }: SkillText, add: AddRequirement): void {
  const lines = text.split(/\r\n|\n|\r/).map((each, index) => ({ text: each, line: index + 1 }));
  const language = findScriptPrograms(path, text, lines, add);
  findScriptEnv(lines, language, path, add);
}

/** What a skill declares. Its text is not needed for this. */
export function findDeclaredRequirements(skill: Pick<FoundSkill, "fields">): Requirement[] {
  const { add, list } = createCollector();
  findDeclared(skill.fields, add);
  findMcpServers(skill.fields, add);
  return list().filter((one) => one.declared);
}

/**
 * What a skill needs: what it declares, and what its text and files show. Pure, in linear time, never throws; of
 * hostile text it finds at most a few hundred things.
 */
export function findRequirements(skill: FoundSkill, body: string, options: FindOptions = {}): Requirement[] {
  const { add, list } = createCollector();
  findDeclared(skill.fields, add);
  findMcpServers(skill.fields, add);
  findInRules(skill.fields.allowedTools ?? [], add);
  findInMarkdown(skill, body, options.bodyLine ?? 1, undefined, add);
  // What a supporting text says may concern another client or an example, so it is never more than a guess.
  const addSupporting: AddRequirement = (kind, name, more) => {
    if (kind !== "tool" || ownToolNames.includes(name)) add(kind, name, { ...more, guess: true });
  };
  for (const text of options.texts ?? []) {
    if (/\.(?:md|mdx|markdown)$/i.test(text.path))
      findInMarkdown(skill, text.text, 1, text.path, addSupporting);
    else findInScript(text, add);
  }
  findLanguages(list(), add);
  return list();
}

async function isThere({ kind, name }: Requirement, probe: RequirementProbe): Promise<boolean> {
  switch (kind) {
    case "tool":
      return probe.hasTool(name);
    case "mcp":
      return probe.hasMcp(name);
    case "binary":
      return (await probe.findBinary(name)) !== undefined;
    case "language":
      for (const command of commandsOfLanguage(name)) {
        if ((await probe.findBinary(command)) !== undefined) return true;
      }
      return false;
    case "env":
      return probe.hasEnv(name);
    case "file":
      return probe.hasFile(name);
    case "skill":
      return probe.hasSkill(name);
    case "platform":
      return probe.platform === undefined || probe.platform === name;
    default:
      return true;
  }
}

/**
 * Looks whether everything is there, in the order of the list. A mere guess at a file or a skill that is not there is
 * left out: it is most likely a file of the user's project or just a word.
 */
export async function checkRequirements(
  list: readonly Requirement[],
  probe: RequirementProbe,
  t: Translate = createTranslate("en"),
): Promise<CheckedRequirement[]> {
  const checked: CheckedRequirement[] = [];
  for (const one of list) {
    const found = await isThere(one, probe);
    if (!found && one.guess && (one.kind === "file" || one.kind === "skill")) continue;
    const hint = found ? undefined : t(`skill.hint.${one.kind}`, { name: one.name });
    const { kind, name, declared, guess, where, file } = one;
    checked.push({
      kind,
      name,
      found,
      declared,
      ...(guess === undefined ? {} : { guess }),
      ...(where === undefined ? {} : { where }),
      ...(file === undefined ? {} : { file }),
      ...(hint === undefined ? {} : { hint }),
    });
  }
  return checked;
}

/** What a skill declares and does not get here: with any of it missing it cannot be used. */
export async function findMissing(
  skill: Pick<FoundSkill, "fields">,
  probe: RequirementProbe,
  t?: Translate,
): Promise<CheckedRequirement[]> {
  const checked = await checkRequirements(findDeclaredRequirements(skill), probe, t);
  return checked.filter((one) => !one.found);
}
