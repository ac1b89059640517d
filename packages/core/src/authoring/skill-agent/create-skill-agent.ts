import { basename } from "node:path";
import { createRanker } from "../../skill/rank/rank-skills.ts";
import { SkillFileError } from "../../skill/skill-file-error.ts";
import type { Skill } from "../../skill/skill.ts";
import { SkillmintError, type SessionId } from "../../protocol/index.ts";
import { markOutside } from "../../tool/mark-outside.ts";
import type { DraftNote } from "../versions/draft.ts";
import { contentLimits, readContent } from "../versions/folder-content.ts";
import { refuseUnreadable } from "../versions/refuse-unreadable.ts";
import type { WorkOptions } from "./ask-agent.ts";
import { listLibrary } from "./describe-library.ts";
import { runDraftWork, type BaseSkill, type DraftOutcome } from "./draft-work.ts";
import { keepEnds, maxConversation, readConversation } from "./read-conversation.ts";
import { evaluateSkill, type Evaluated } from "./evaluate-skill.ts";
import { rerankSkills, type Reranked } from "./rerank-skills.ts";
import { buildSystem, wordEnd } from "./work-prompt.ts";
import type { SkillAgentDeps, Verdict, WorkPlace } from "./skill-agent-deps.ts";

export interface EnhanceWish {
  /** What was said and done, in any of the formats that `readConversation` knows. */
  conversation: { text: string; source: string };
  /** The only skill that may be changed. */
  skill?: Skill;
  /** What a person adds. */
  focus?: string;
  isProject?: boolean;
  isProposal?: boolean;
  /** Tries each draft before it is taken: what is not accepted goes back to its writer with the feedback. */
  accept?: (draft: DraftNote) => Promise<Verdict>;
  /** How many drafts are tried at most. */
  rounds?: number;
}

export type Enhanced = DraftOutcome & { verdict?: Verdict };

/** The one that works on skills. Each call is a piece of work of its own and knows of no other. */
export interface SkillAgent {
  create(
    place: WorkPlace,
    description: string,
    options: WorkOptions & { isProject?: boolean },
  ): Promise<DraftOutcome>;
  enhance(place: WorkPlace, wish: EnhanceWish, options: WorkOptions): Promise<Enhanced>;
  /** Goes on with the work that a draft came from. */
  refine(place: WorkPlace, draft: DraftNote, text: string, options: WorkOptions): Promise<DraftOutcome>;
  evaluate(place: WorkPlace, skill: Skill, options: WorkOptions): Promise<Evaluated>;
  /** Orders candidates by meaning. Those that the model makes up are left out. */
  rerank(place: WorkPlace, query: string, options: WorkOptions & { limit: number }): Promise<Reranked>;
}

/** How many skills a conversation may be used to enhance: those that have most to do with it. */
const maxCandidates = 6;
const candidateLimits = { files: 100, bytes: 1024 * 1024 };
const defaultRounds = 3;

export function createSkillAgent(deps: SkillAgentDeps): SkillAgent {
  const { t, words, drafts } = deps;
  const end = wordEnd(words, "enhance");
  const systemOf = (place: WorkPlace, query: string): Promise<string> =>
    buildSystem(deps, place, "write", query);

  async function toBase(skill: Skill, limits = contentLimits): Promise<BaseSkill> {
    const layer = skill.layer === "project" ? ("project" as const) : ("user" as const);
    const content = await readContent(skill.folder, { links: "refuse", limits });
    return { content, target: { layer, folder: skill.folder, isNew: false } };
  }

  /** The person's own skills that a conversation is nearest to, as far as they can be handed out. */
  async function findCandidates(place: WorkPlace, text: string): Promise<Record<string, BaseSkill>> {
    const own = listLibrary(await deps.library(place)).filter(
      (skill) => deps.isOwn(skill) && basename(skill.folder) === skill.name,
    );
    const found: [string, BaseSkill][] = [];
    for (const { skill } of createRanker(own).rank(text)) {
      if (found.length >= maxCandidates) break;
      if (found.some(([name]) => name === skill.name)) continue;
      try {
        found.push([skill.name, await toBase(skill, candidateLimits)]);
      } catch (error) {
        // Too large, or with links: it can still be named.
        if (!SkillFileError.is(error)) throw error;
      }
    }
    return Object.fromEntries(found);
  }

  async function baseOf(skill: Skill): Promise<Record<string, BaseSkill>> {
    const { name } = skill;
    if (!deps.isOwn(skill))
      throw new SkillmintError("skill-refused", { params: { name }, detail: words("authoring.notOwn") });
    return { [basename(skill.folder)]: await refuseUnreadable(name, t, () => toBase(skill)) };
  }

  function wordConversation({ text, source }: EnhanceWish["conversation"]): string {
    const conversation = readConversation(text).text.replaceAll(/[^\P{Cc}\t\n]/gu, "");
    if (conversation.trim() === "")
      throw new SkillmintError("usage", { params: { message: words("authoring.noConversation") } });
    const kept = keepEnds(conversation, maxConversation, (count) => words("authoring.left", { count }));
    return markOutside(kept, source, deps.outside);
  }

  async function refine(
    place: WorkPlace,
    draft: DraftNote,
    text: string,
    options: WorkOptions,
  ): Promise<DraftOutcome> {
    const { name, target, sessionId, only, isProposal, why = "" } = draft;
    const readTarget = (folder: string) =>
      refuseUnreadable(name, t, () => readContent(folder, { links: "refuse" }));
    const base: Record<string, BaseSkill> = target.isNew
      ? {}
      : { [name]: { content: await readTarget(target.folder), target } };
    return runDraftWork(
      deps,
      {
        place,
        id: draft.id,
        ...(sessionId === undefined ? {} : { sessionId: sessionId as SessionId }),
        system: await systemOf(place, name),
        text: `${text}\n\n${end}`,
        base,
        draft: { name, content: await refuseUnreadable(name, t, () => drafts.read(draft)), target },
        ...(only === undefined ? {} : { only }),
        isProject: target.layer === "project",
        why,
        ...(isProposal ? { isProposal } : {}),
        operation: "enhance",
      },
      options,
    );
  }

  /** Draft by draft until one is accepted, or its judge has nothing more to say. */
  async function tryDrafts(
    place: WorkPlace,
    first: DraftOutcome,
    { accept, rounds = defaultRounds }: EnhanceWish,
    options: WorkOptions,
  ): Promise<Enhanced> {
    if (!accept) return first;
    let outcome = first;
    for (let round = 1; outcome.draft; round += 1) {
      const { draft } = outcome;
      const verdict = await accept(draft);
      options.onProgress?.({ step: "judged", accepted: verdict.accepted, message: verdict.message });
      if (verdict.accepted) return { ...outcome, verdict };
      const { feedback } = verdict;
      if (feedback === undefined || round >= rounds) {
        await drafts.remove(draft.id);
        const message = words("authoring.notAccepted", { message: verdict.message });
        const { sessionId, usage } = outcome;
        return {
          result: { action: "none", skillName: undefined, message, details: undefined },
          sessionId,
          usage,
          verdict,
        };
      }
      outcome = await refine(place, draft, words("authoring.rejected", { feedback }), options);
    }
    return outcome;
  }

  return {
    async create(place, description, { isProject = false, ...options }) {
      return runDraftWork(
        deps,
        {
          place,
          id: drafts.newId(),
          system: await systemOf(place, description),
          text: `${words("authoring.create", { description })}\n\n${end}`,
          base: {},
          isProject,
          why: description,
          operation: "create",
        },
        options,
      );
    },

    async enhance(place, wish, options) {
      const { skill, focus, conversation, isProject = false, isProposal } = wish;
      const text = wordConversation(conversation);
      const base = skill ? await baseOf(skill) : await findCandidates(place, text);
      const names = Object.keys(base);
      const [only] = skill ? names : [];
      const task = skill
        ? words("authoring.enhance.skill", { name: names[0] ?? "" })
        : words("authoring.enhance.any", { names: names.join(", ") || "–" });
      const more = focus ? [words("authoring.enhance.focus", { focus })] : [];
      const first = await runDraftWork(
        deps,
        {
          place,
          id: drafts.newId(),
          system: await systemOf(place, skill ? `${skill.name} ${text}` : text),
          text: [task, ...more, text, end].join("\n\n"),
          base,
          ...(only === undefined ? {} : { only }),
          isProject,
          why: focus ?? conversation.source,
          ...(isProposal ? { isProposal } : {}),
          operation: "enhance",
        },
        options,
      );
      return tryDrafts(place, first, wish, options);
    },

    refine: (place, draft, text, options) =>
      refine(place, draft, words("authoring.refine", { text }), options),

    evaluate: (place, skill, options) => evaluateSkill(deps, place, skill, options),
    rerank: (place, query, options) => rerankSkills(deps, place, query, options),
  };
}
