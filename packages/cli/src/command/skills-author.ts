import { basename, resolve } from "node:path";
import type { EnhanceOptions, SkillEvaluation } from "@skillmint/core";
import { SkillmintError } from "@skillmint/core/protocol";
import type { CliContext } from "../cli-context.ts";
import { indent } from "../render/indent.ts";
import { oneLine, sanitize } from "../render/sanitize.ts";
import { acceptByEvals } from "./accept-by-evals.ts";
import { settleDraft } from "./propose-draft.ts";
import { readBounded } from "./read-bounded.ts";
import { readStdin } from "./read-stdin.ts";
import { usage } from "./run-flags.ts";
import { plain } from "./skills-place.ts";
import { openSkillWork, tellCost, type SkillWork, type WorkFlags } from "./skills-work.ts";

const maxBytes = 16 * 1024 * 1024;

export interface WriteFlags extends WorkFlags {
  yes?: boolean;
  project?: boolean;
}

/** `skillmint skills create "<description>"` */
export async function writeSkill(
  context: CliContext,
  description: string,
  flags: WriteFlags,
): Promise<number> {
  const work = await openSkillWork(context, flags);
  const result = await work.authoring.agent.create(work.place, description, {
    ...work.options,
    ...(flags.project ? { project: true } : {}),
  });
  return settleDraft(context, work, result, flags.yes === true);
}

export interface EnhanceFlags extends WriteFlags {
  conversation?: string;
  session?: string;
  skill?: string;
  untilBetter?: boolean;
  runs?: string;
  maxCost?: string;
}

/** A whole file, never more than fits. */
async function readText(context: CliContext, { words }: SkillWork, file: string): Promise<string> {
  if (file === "-") return readStdin(context.stdin(), context.signal);
  const path = resolve(context.cwd, file);
  const refuse = (reason: string) => usage(words("conversation.unreadable", { file: plain(path), reason }));
  const bytes = await readBounded(path, maxBytes, context.signal).catch((error: unknown) => {
    const reason = (error as { code?: string }).code;
    if (reason === undefined || SkillmintError.is(error)) throw error;
    throw refuse(reason);
  });
  if (bytes === undefined) throw refuse(context.t("cli.notAFile"));
  if (bytes.length > maxBytes)
    throw usage(words("conversation.large", { file: plain(path), limit: maxBytes / 1024 / 1024 }));
  return bytes.toString("utf8");
}

async function readConversation(
  context: CliContext,
  work: SkillWork,
  { conversation, session }: EnhanceFlags,
): Promise<EnhanceOptions["conversation"]> {
  if (session !== undefined) {
    const runtime = await context.runtime();
    return { sessionId: await runtime.sessions.find(session) };
  }
  if (conversation === undefined) throw usage(work.words("conversation.need"));
  return { text: await readText(context, work, conversation), name: basename(conversation) };
}

/** `skillmint skills enhance [focus]` */
export async function enhanceSkill(
  context: CliContext,
  words: readonly string[],
  flags: EnhanceFlags,
): Promise<number> {
  const work = await openSkillWork(context, flags);
  const focus = words.join(" ").trim();
  const accept = flags.untilBetter ? await acceptByEvals(context, work, flags) : undefined;
  const result = await work.authoring.agent.enhance(work.place, {
    ...work.options,
    ...(accept ? { accept } : {}),
    conversation: await readConversation(context, work, flags),
    ...(flags.skill === undefined ? {} : { skill: flags.skill }),
    ...(flags.project ? { project: true } : {}),
    ...(focus === "" ? {} : { focus }),
  });
  return settleDraft(context, work, result, flags.yes === true);
}

function wordEvaluation({ words }: SkillWork, evaluation: SkillEvaluation): string {
  const { skillName, scores, overallScore, level, issues, recommendations, summary } = evaluation;
  const lines = [
    words("evaluation.head", {
      name: plain(skillName),
      score: overallScore.toFixed(1),
      level: words(`level.${level}`),
    }),
  ];
  for (const [name, score] of Object.entries(scores))
    lines.push(`  ${words(`criterion.${name as keyof typeof scores}`).padEnd(14)} ${score}`);
  lines.push("", indent(summary));
  if (issues.length > 0) lines.push("", words("evaluation.issues"));
  for (const { severity, criterion, description, location } of issues) {
    const where = location === undefined ? "" : ` (${oneLine(location, 200)})`;
    lines.push(`  ${words(`severity.${severity}`)}, ${words(`criterion.${criterion}`)}${where}`);
    lines.push(indent(indent(description)));
  }
  if (recommendations.length > 0) lines.push("", words("evaluation.recommendations"));
  for (const { priority, action, details } of recommendations) {
    lines.push(`  ${words(`priority.${priority}`)}: ${sanitize(action)}`);
    if (details !== undefined && details !== "") lines.push(indent(indent(details)));
  }
  return lines.join("\n");
}

/** `skillmint skills evaluate <skill>` */
export async function evaluateSkill(context: CliContext, name: string, flags: WorkFlags): Promise<number> {
  const work = await openSkillWork(context, flags);
  const evaluation = await work.authoring.agent.evaluate(work.place, name, work.options);
  tellCost(context, work.words, evaluation.usage);
  if (context.json) context.printJson(evaluation);
  else context.print(wordEvaluation(work, evaluation));
  return 0;
}

/** `skillmint skills search <words> --rerank` */
export async function rerankSkills(context: CliContext, query: string, flags: WorkFlags): Promise<number> {
  const work = await openSkillWork(context, flags);
  const found = await work.authoring.agent.search(work.place, query, { ...work.options, rerank: true });
  if (context.json) context.printJson(found);
  else if (found.skills.length === 0)
    context.print(context.t("cliSkills.noneFound", { query: plain(query) }));
  else
    for (const { slug, description } of found.skills)
      context.print(`${oneLine(slug, 80).padEnd(24)} ${oneLine(description, 100)}`);
  return 0;
}
