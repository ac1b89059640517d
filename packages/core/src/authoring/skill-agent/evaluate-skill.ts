import { basename } from "node:path";
import type { SessionId, Usage } from "../../protocol/index.ts";
import {
  evaluateResult,
  levelOf,
  overallScore,
  type EvaluateResult,
  type EvaluationLevel,
} from "../../protocol/skill-result.ts";
import type { Skill } from "../../skill/skill.ts";
import { readContent } from "../versions/folder-content.ts";
import { refuseUnreadable } from "../versions/refuse-unreadable.ts";
import type { WorkOptions } from "./ask-agent.ts";
import { askForResult } from "./ask-for-result.ts";
import { openDraftWorkspace } from "./draft-workspace.ts";
import { readResult } from "./read-result.ts";
import type { SkillAgentDeps, WorkPlace } from "./skill-agent-deps.ts";
import { buildSystem, wordEnd } from "./work-prompt.ts";

export interface Evaluated extends EvaluateResult {
  action: "evaluated";
  skillName: string;
  overallScore: number;
  level: EvaluationLevel;
  sessionId: SessionId;
  usage: Usage;
}

/** Has a copy of a skill judged by the five criteria. The overall score is ours: the mean of the five. */
export async function evaluateSkill(
  deps: SkillAgentDeps,
  place: WorkPlace,
  skill: Skill,
  options: WorkOptions,
): Promise<Evaluated> {
  const { t, words } = deps;
  const name = basename(skill.folder);
  const { errors, warnings } = await deps.check(place, skill.folder, "portable");
  const findings = [...errors, ...warnings].map(({ code, message }) => `- ${code}: ${message}`);
  const read = () => readContent(skill.folder, { links: "skip" });
  await using workspace = await openDraftWorkspace({
    id: deps.drafts.newId(),
    skills: { [name]: await refuseUnreadable(skill.name, t, read) },
    t,
    words,
  });
  const text = words("authoring.evaluate", {
    name,
    findings: findings.join("\n") || words("authoring.noFindings"),
  });
  const { result, reply } = await askForResult(
    {
      folder: workspace.folder,
      system: await buildSystem(deps, place, "read", skill.name),
      access: "read",
      text: `${text}\n\n${wordEnd(words, "evaluate")}`,
    },
    {
      ...options,
      operation: "evaluate",
      ask: deps.ask,
      judge: async (said) => readResult(said.text, evaluateResult, words("authoring.problem.noJson")),
      words,
    },
  );
  const overall = overallScore(result.scores);
  const { sessionId, usage } = reply;
  return {
    action: "evaluated",
    skillName: skill.name,
    ...result,
    overallScore: overall,
    level: levelOf(overall),
    sessionId,
    usage,
  };
}
