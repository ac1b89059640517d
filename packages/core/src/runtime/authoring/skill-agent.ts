import { join } from "node:path";
import type { Progress, WorkOptions } from "../../authoring/skill-agent/ask-agent.ts";
import { createSkillAgent, type Enhanced } from "../../authoring/skill-agent/create-skill-agent.ts";
import type { DraftOutcome } from "../../authoring/skill-agent/draft-work.ts";
import type { Verdict } from "../../authoring/skill-agent/skill-agent-deps.ts";
import { createAuthoringWords } from "../../authoring/words.ts";
import { createTranslate, SkillmintError, type SessionId, type Usage } from "../../protocol/index.ts";
import type { EnhanceResult, EvaluateResult, EvaluationLevel } from "../../protocol/skill-result.ts";
import { exportMarkdown } from "../../session/export.ts";
import { createOutsideWords } from "../../tool/mark-outside.ts";
import type { SkillSummary } from "../skills/summarize-skill.ts";
import type { SkillPlace } from "../skills/skills.ts";
import { assertOpen } from "./assert-open.ts";
import { createAskAgent } from "./ask-agent.ts";
import type { AuthoringDeps } from "./authoring-deps.ts";
import { openDraftStore, type SkillDraftDetails, type SkillDrafts } from "./drafts.ts";
import type { AgentRuntime } from "./open-agent-runtime.ts";
import { isOwn } from "./versions.ts";

export type { Progress, Verdict, WorkOptions };

/** What came of work that writes. `draft` is there unless the action is `none`: nothing is a skill before it is applied. */
export interface DraftResult extends EnhanceResult {
  draft?: SkillDraftDetails;
  /** What those said who tried it. */
  verdict?: Verdict;
  sessionId: SessionId;
  usage: Usage;
}

export interface SkillEvaluation extends EvaluateResult {
  action: "evaluated";
  skillName: string;
  /** The mean of the five scores. */
  overallScore: number;
  level: EvaluationLevel;
  sessionId: SessionId;
  usage: Usage;
}

export interface SkillSearch {
  query: string;
  /** A model was asked for the order. */
  reranked: boolean;
  matched_skills: { name: string; description: string }[];
  skills: (SkillSummary & { score: number })[];
  usage?: Usage;
}

export interface EnhanceOptions extends WorkOptions {
  /** The conversation to learn from: a text in any of the known formats, or a session. */
  conversation: { text: string; name: string } | { sessionId: SessionId };
  /** The only skill that may be changed. */
  skill?: string;
  /** What a person adds. */
  focus?: string;
  /** A new one goes into `.skillmint/skills` of the folder. */
  project?: boolean;
  isProposal?: boolean;
  accept?: (draft: SkillDraftDetails) => Promise<Verdict>;
  rounds?: number;
}

/**
 * Works on skills with the help of a model. What it writes is a draft. Each call is a piece of work of its own, made
 * from what skills there are then, and knows of no other; `refine` goes on with one. Fails with `authoring-failed`
 * where no result came that can be used, and with the errors of models.
 */
export interface SkillAgentApi {
  /** By words, without a model; with `rerank` a model orders what there is by meaning. */
  search(
    place: SkillPlace,
    query: string,
    options?: WorkOptions & { rerank?: boolean; limit?: number },
  ): Promise<SkillSearch>;
  create(
    place: SkillPlace,
    description: string,
    options?: WorkOptions & { project?: boolean },
  ): Promise<DraftResult>;
  enhance(place: SkillPlace, options: EnhanceOptions): Promise<DraftResult>;
  refine(place: SkillPlace, draftId: string, text: string, options?: WorkOptions): Promise<DraftResult>;
  evaluate(place: SkillPlace, skill: string, options?: WorkOptions): Promise<SkillEvaluation>;
}

/** A conversation beyond this is not read. */
export const maxConversationBytes = 16 * 1024 * 1024;
const maxFound = 20;

export function createSkillAgentApi(
  deps: AuthoringDeps,
  parts: { runtime: AgentRuntime; drafts: SkillDrafts },
): SkillAgentApi {
  const { home, language, skills, store } = deps;
  const t = createTranslate(language);
  const words = createAuthoringWords(language);
  const drafts = openDraftStore(home);
  const agent = createSkillAgent({
    ask: createAskAgent(parts.runtime.open, words),
    drafts,
    library: async (place) => (await skills.library.read(place)).catalog.entries,
    async check(place, folder, profile) {
      const [report] = await skills.api.check(place, [folder], { profile });
      const { valid = false, errors = [], warnings = [] } = report ?? {};
      return { valid, errors, warnings };
    },
    targetOf: ({ folder }, name, isProject) => ({
      layer: isProject ? "project" : "user",
      folder: join(isProject ? join(folder, ".skillmint", "skills") : home.skills, name),
      isNew: true,
    }),
    isOwn,
    t,
    words,
    outside: createOutsideWords(language),
  });

  async function toResult(place: SkillPlace, outcome: DraftOutcome | Enhanced): Promise<DraftResult> {
    const { result, draft, sessionId, usage } = outcome;
    const verdict = "verdict" in outcome ? outcome.verdict : undefined;
    return {
      ...result,
      ...(draft ? { draft: await parts.drafts.show(place, draft.id) } : {}),
      ...(verdict ? { verdict } : {}),
      sessionId,
      usage,
    };
  }

  async function readSession(id: SessionId): Promise<{ text: string; source: string }> {
    let text = "";
    for await (const piece of exportMarkdown(store, id, t)) {
      text += piece;
      if (text.length > maxConversationBytes) break;
    }
    return { text, source: words("authoring.source.session", { name: id }) };
  }

  function readText({ text, name }: { text: string; name: string }) {
    if (text.length > maxConversationBytes) {
      const message = words("authoring.tooLarge", { limit: maxConversationBytes / 1024 / 1024 });
      throw new SkillmintError("usage", { params: { message } });
    }
    return { text, source: words("authoring.source.file", { name }) };
  }

  return {
    async search(place, query, { rerank = false, limit = maxFound, ...options } = {}) {
      const found = await skills.api.search(place, query, rerank ? 1_000 : limit);
      const plain = ({ slug, description }: SkillSummary) => ({ name: slug, description });
      if (!rerank) return { query, reranked: false, matched_skills: found.map(plain), skills: found };
      const { matched_skills, usage } = await agent.rerank(place, query, { ...options, limit });
      const scores = new Map(found.map((skill) => [skill.id, skill.score]));
      const all = (await skills.api.list(place)).skills;
      const ordered = matched_skills.flatMap(({ name }) => {
        const skill = all.find((one) => one.slug === name);
        return skill ? [{ ...skill, score: scores.get(skill.id) ?? 0 }] : [];
      });
      return { query, reranked: true, matched_skills: ordered.map(plain), skills: ordered, usage };
    },

    async create(place, description, { project = false, ...options } = {}) {
      return toResult(place, await agent.create(place, description, { ...options, isProject: project }));
    },

    async enhance(place, wish) {
      const { conversation, skill, focus, project, isProposal, accept, rounds, ...options } = wish;
      const read =
        "text" in conversation ? readText(conversation) : await readSession(conversation.sessionId);
      const named = skill === undefined ? undefined : (await skills.api.find(place, skill)).skill;
      const outcome = await agent.enhance(
        place,
        {
          conversation: read,
          ...(named ? { skill: named } : {}),
          ...(focus === undefined ? {} : { focus }),
          ...(project === undefined ? {} : { isProject: project }),
          ...(isProposal === undefined ? {} : { isProposal }),
          ...(accept ? { accept: async ({ id }) => accept(await parts.drafts.show(place, id)) } : {}),
          ...(rounds === undefined ? {} : { rounds }),
        },
        options,
      );
      return toResult(place, outcome);
    },

    async refine(place, draftId, text, options = {}) {
      return toResult(place, await agent.refine(place, await drafts.get(draftId), text, options));
    },

    async evaluate(place, name, options = {}) {
      const { skill } = await skills.api.find(place, name);
      await assertOpen(home, skill, words);
      return agent.evaluate(place, skill, options);
    },
  };
}
