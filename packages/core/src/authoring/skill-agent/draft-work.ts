import { join } from "node:path";
import { enhanceResult, type EnhanceResult } from "../../protocol/skill-result.ts";
import type { SessionId, Usage } from "../../protocol/index.ts";
import { hideEvals, restoreEvals } from "../eval/hide-evals.ts";
import type { DraftNote } from "../versions/draft.ts";
import { digestContent, type FolderContent } from "../versions/folder-content.ts";
import type { WorkOptions } from "./ask-agent.ts";
import { askForResult } from "./ask-for-result.ts";
import { openDraftWorkspace, type DraftWorkspace, type LeftSkill } from "./draft-workspace.ts";
import { readResult, type ReadResult } from "./read-result.ts";
import type { SkillAgentDeps, WorkPlace } from "./skill-agent-deps.ts";

/** A skill that may be changed, as it was when the work began. */
export interface BaseSkill {
  content: FolderContent;
  target: DraftNote["target"];
}

/** One turn of work that leaves a draft. */
export interface DraftTurn {
  place: WorkPlace;
  id: string;
  sessionId?: SessionId;
  system: string;
  text: string;
  /** By the name of their folder. */
  base: Readonly<Record<string, BaseSkill>>;
  /** What the draft holds already. */
  draft?: { name: string; content: FolderContent; target: DraftNote["target"] };
  /** The only skill that may be changed, by the name of its folder. No other may be there in the end. */
  only?: string;
  isProject: boolean;
  why: string;
  isProposal?: boolean;
  operation: string;
}

export interface DraftOutcome {
  result: EnhanceResult;
  draft?: DraftNote;
  sessionId: SessionId;
  usage: Usage;
}

interface Judged {
  result: EnhanceResult;
  left?: LeftSkill;
}

/** Where what was left would go: over what is there, or into a new folder. */
function targetOf(deps: SkillAgentDeps, turn: DraftTurn, left: LeftSkill): DraftNote["target"] {
  const { place, base, draft, isProject } = turn;
  const before = Object.hasOwn(base, left.name) ? base[left.name] : undefined;
  if (before) return before.target;
  return draft?.name === left.name ? draft.target : deps.targetOf(place, left.name, isProject);
}

/** What is wrong with what was left, beside what its result says. */
function compare(result: EnhanceResult, changed: readonly LeftSkill[], { words }: SkillAgentDeps): string[] {
  const [left, ...more] = changed;
  const { action, skillName: said = "" } = result;
  if (!left) return action === "none" ? [] : [words("authoring.problem.nothing", { action })];
  const { name, isNew } = left;
  if (more.length > 0)
    return [words("authoring.problem.several", { names: changed.map((one) => one.name).join(", ") })];
  if (action === "none") return [words("authoring.problem.changed", { name })];
  if (said !== name) return [words("authoring.problem.other", { said, name })];
  if (action === "created" && !isNew) return [words("authoring.problem.notNew", { name })];
  if (action === "enhanced" && isNew) return [words("authoring.problem.isNew", { name })];
  return [];
}

/** Whatever is there and was not asked for. */
function findOthers({ only }: DraftTurn, changed: readonly LeftSkill[], { words }: SkillAgentDeps): string[] {
  if (only === undefined) return [];
  return changed.flatMap(({ name }) =>
    name === only ? [] : [words("authoring.problem.notAsked", { name, only })],
  );
}

async function findErrors(
  deps: SkillAgentDeps,
  turn: DraftTurn,
  workspace: DraftWorkspace,
  left: LeftSkill,
): Promise<string[]> {
  const { words } = deps;
  const { name, isNew } = left;
  const { place, base } = turn;
  if (isNew && turn.draft?.name !== name) {
    const { folder, layer } = targetOf(deps, turn, left);
    const isTaken = (await deps.library(place)).some(
      ({ skill }) => skill.folder === folder || (skill.layer === layer && skill.name === name),
    );
    if (isTaken) return [words("authoring.problem.taken", { name })];
  }
  // A skill that is there may have keys of its own kind, and faults that nobody asked to have mended.
  const profile = isNew ? "portable" : "claude";
  const { errors } = await deps.check(place, join(workspace.folder, "skills", name), profile);
  const before = isNew ? [] : (await deps.check(place, base[name]?.target.folder ?? "", profile)).errors;
  const known = new Set(before.map(({ code, message }) => `${code} ${message}`));
  return errors
    .filter(({ code, message }) => !known.has(`${code} ${message}`))
    .map(({ code, message }) => words("authoring.problem.finding", { name, code, message }));
}

/** Does a turn of work in a folder of its own and keeps what it left as a draft. Nothing else is changed. */
export async function runDraftWork(
  deps: SkillAgentDeps,
  turn: DraftTurn,
  options: WorkOptions,
): Promise<DraftOutcome> {
  const { words, t, drafts } = deps;
  const { id, base, draft } = turn;
  const given = Object.fromEntries(
    Object.entries(base).map(([name, { content }]) => [name, hideEvals(content)]),
  );
  await using workspace = await openDraftWorkspace({
    id,
    skills: draft ? { ...given, [draft.name]: hideEvals(draft.content) } : given,
    base: given,
    t,
    words,
  });

  /** To somebody who goes on with a draft it is not plain any more whether that is new. */
  function follow(read: ReadResult<EnhanceResult>, left: LeftSkill | undefined): ReadResult<EnhanceResult> {
    if ("problems" in read || !draft || !left) return read;
    return { result: { ...read.result, action: left.isNew ? "created" : "enhanced", skillName: left.name } };
  }

  async function judge(text: string): Promise<ReadResult<Judged>> {
    const { changed, problems } = await workspace.collect();
    const [left] = changed;
    const read = follow(readResult(text, enhanceResult, words("authoring.problem.noJson")), left);
    const others = findOthers(turn, changed, deps);
    const said =
      "problems" in read ? read.problems : others.length > 0 ? [] : compare(read.result, changed, deps);
    const isOne = changed.length === 1 && others.length === 0;
    const errors = left && isOne ? await findErrors(deps, turn, workspace, left) : [];
    const all = [...said, ...others, ...problems, ...errors];
    if (all.length > 0 || "problems" in read) return { problems: all };
    return { result: { result: read.result, ...(left ? { left } : {}) } };
  }

  const { result: judged, reply } = await askForResult(
    {
      folder: workspace.folder,
      system: turn.system,
      access: "write",
      text: turn.text,
      ...(turn.sessionId === undefined ? {} : { sessionId: turn.sessionId }),
    },
    { ...options, operation: turn.operation, ask: deps.ask, judge: ({ text }) => judge(text), words },
  );
  const { result, left } = judged;
  const { sessionId, usage } = reply;
  if (!left) return { result, sessionId, usage };
  const before = Object.hasOwn(base, left.name) ? base[left.name] : undefined;
  const kept = await drafts.write(
    id,
    {
      name: left.name,
      target: targetOf(deps, turn, left),
      ...(before ? { base: digestContent(before.content) } : {}),
      message: result.message,
      ...(result.details === undefined ? {} : { details: result.details }),
      why: turn.why,
      ...(turn.only === undefined ? {} : { only: turn.only }),
      sessionId,
      ...(turn.isProposal ? { isProposal: true } : {}),
    },
    before ? restoreEvals(left.content, before.content) : left.content,
  );
  return { result, draft: kept, sessionId, usage };
}
