import { z } from "zod";
import { idSchema } from "../id.ts";
import { criteria, enhanceAction, evaluateResult, evaluationLevels } from "../skill-result.ts";
import { usage } from "../usage.ts";
import { get, post, remove } from "./endpoint.ts";
import { jobStarted } from "./jobs.ts";
import { doneReply, placeQuery } from "./place.ts";
import { versionActions } from "../version-action.ts";

export { criteria, evaluationLevels };
export type { Criterion, EvaluationLevel } from "../skill-result.ts";

/** The largest conversation that can be pasted. */
export const maxPastedConversation = 4_000_000;

const modelName = z.string().min(1).max(300);
const skillName = z.string().min(1).max(4_096);
const wish = z.string().trim().min(1).max(20_000);
const finding = z.object({
  code: z.string(),
  message: z.string(),
  line: z.number().optional(),
  detail: z.string().optional(),
});

/** How two states of a skill's folder differ; `diff` is bounded, and has whatever is invisible made visible. */
export const folderChange = z.object({
  added: z.array(z.string()),
  removed: z.array(z.string()),
  changed: z.array(z.string()),
  diff: z.string(),
  omitted: z.number().int(),
});
export type FolderDiff = z.infer<typeof folderChange>;

const draftRow = z.object({
  id: z.string(),
  at: z.number(),
  name: z.string(),
  target: z.object({ layer: z.enum(["user", "project"]), folder: z.string(), isNew: z.boolean() }),
  /** Of its content: what is applied is exactly this. */
  digest: z.string(),
  message: z.string(),
  details: z.string().optional(),
  why: z.string().optional(),
  sessionId: z.string().optional(),
  /** Nobody asked for it: a run left it behind. */
  isProposal: z.boolean(),
});
export type DraftRow = z.infer<typeof draftRow>;

const draftPage = draftRow.extend({
  change: folderChange,
  check: z.object({ valid: z.boolean(), errors: z.array(finding), warnings: z.array(finding) }),
  files: z.array(z.object({ path: z.string(), bytes: z.number() })),
});
export type DraftPage = z.infer<typeof draftPage>;

/** What came of work that writes. There is a draft unless nothing was done. */
export const draftWork = z.object({
  action: enhanceAction,
  skillName: z.string().optional(),
  message: z.string(),
  details: z.string().optional(),
  draftId: z.string().optional(),
  /** What those said who measured it. */
  verdict: z.object({ accepted: z.boolean(), message: z.string() }).optional(),
  usage,
});
export type DraftWork = z.infer<typeof draftWork>;

/** How good a skill is, by a model's judgement. */
export const skillEvaluation = evaluateResult.extend({
  skillName: z.string(),
  overallScore: z.number(),
  level: z.enum(evaluationLevels),
  usage,
});
export type SkillEvaluationReply = z.infer<typeof skillEvaluation>;

/** Skills by what they mean; those that a model made up are left out. */
export const meaningSearch = z.object({
  query: z.string(),
  skills: z.array(z.object({ id: z.string(), name: z.string(), description: z.string() })),
  usage: usage.optional(),
});
export type MeaningSearch = z.infer<typeof meaningSearch>;

const version = z.object({
  version: z.number().int(),
  at: z.number(),
  action: z.enum(versionActions),
  by: z.enum(["person", "agent"]),
  why: z.string().optional(),
  sessionId: z.string().optional(),
  /** The version that was brought back. */
  restored: z.number().int().optional(),
  digest: z.string(),
  files: z.number().int(),
  bytes: z.number(),
  /** Whether the folder is like this now. */
  current: z.boolean(),
});
export type SkillVersionRow = z.infer<typeof version>;

const history = z.object({
  id: z.string(),
  name: z.string(),
  folder: z.string(),
  /** The newest first. */
  versions: z.array(version),
  /** The folder differs from every kept state: it was changed elsewhere since. */
  changed: z.boolean(),
});
export type SkillHistoryReply = z.infer<typeof history>;

const versionDiff = folderChange.extend({ version: z.number().int() });
const number = z.coerce.number().int().min(1).max(1_000_000);
const oneSkill = "/api/skills/:id";
const oneDraft = "/api/drafts/:id";

/**
 * Skills with the help of a model. What it writes is a draft until a person applies it. Long work is a job; its result
 * is `draftWork`, `skillEvaluation` or `meaningSearch`.
 */
export const authoringApi = {
  createWithHelp: post({
    path: "/api/authoring/create",
    summary: "Drafts a new skill from a description; a job",
    body: placeQuery.extend({
      description: wish,
      project: z.boolean().optional(),
      model: modelName.optional(),
    }),
    reply: jobStarted,
  }),
  enhance: post({
    path: "/api/authoring/enhance",
    summary: "Drafts what a conversation teaches: a change to a skill, or a new one; a job",
    body: placeQuery.extend({
      conversation: z.union([
        z.object({ sessionId: idSchema("ses") }),
        z.object({
          text: z.string().min(1).max(maxPastedConversation),
          name: z.string().trim().min(1).max(200).optional(),
        }),
      ]),
      /** The only skill that may be changed. */
      skill: skillName.optional(),
      focus: wish.optional(),
      project: z.boolean().optional(),
      /** Takes a change only when the skill's evals say that it is better. Needs a skill. */
      untilBetter: z
        .object({
          runs: z.number().int().min(1).max(20).optional(),
          maxCost: z.number().positive().max(10_000).optional(),
          rounds: z.number().int().min(1).max(10).optional(),
        })
        .optional(),
      model: modelName.optional(),
    }),
    reply: jobStarted,
  }),
  evaluate: post({
    path: "/api/authoring/evaluate",
    summary: "Has a model judge a skill by five criteria; a job",
    body: placeQuery.extend({ skill: skillName, model: modelName.optional() }),
    reply: jobStarted,
  }),
  searchByMeaning: post({
    path: "/api/authoring/search",
    summary: "Has a model order skills by what they mean for a query; a job",
    body: placeQuery.extend({
      query: z.string().trim().min(1).max(1_000),
      limit: z.number().int().min(1).max(50).optional(),
      model: modelName.optional(),
    }),
    reply: jobStarted,
  }),
  listDrafts: get({
    path: "/api/drafts",
    summary: "Skills that wait for a person to approve them, newest first, proposals included",
    reply: z.array(draftRow),
  }),
  getDraft: get({
    path: oneDraft,
    summary: "A draft: its files, how it differs from what is there, and what the validator says",
    query: placeQuery,
    reply: draftPage,
  }),
  readDraftFile: get({
    path: `${oneDraft}/file`,
    summary: "The text of one file of a draft",
    query: z.object({ path: z.string().min(1).max(4_096) }),
    reply: z.object({ path: z.string(), text: z.string(), truncated: z.boolean() }),
  }),
  refineDraft: post({
    path: `${oneDraft}/refine`,
    summary: "Goes on with the work that a draft came from; a job",
    body: placeQuery.extend({ text: wish, model: modelName.optional() }),
    reply: jobStarted,
  }),
  applyDraft: post({
    path: `${oneDraft}/apply`,
    summary: "Makes a skill of a draft; refused where it is not what the digest says",
    body: placeQuery.extend({ digest: z.string().min(1).max(200) }),
    reply: z.object({
      id: z.string(),
      name: z.string(),
      /** Of the skill that it became. */
      skillId: z.string(),
      folder: z.string(),
      isNew: z.boolean(),
      version: z.number().int(),
    }),
  }),
  discardDraft: remove({ path: oneDraft, summary: "Drops a draft", reply: doneReply }),
  skillHistory: get({
    path: `${oneSkill}/history`,
    summary: "The states that a skill had, newest first",
    query: placeQuery,
    reply: history,
  }),
  versionDiff: get({
    path: `${oneSkill}/history/:version`,
    summary: "What a version changed",
    query: placeQuery,
    reply: versionDiff,
  }),
  previewRollback: get({
    path: `${oneSkill}/rollback`,
    summary: "What going back to a version would change",
    query: placeQuery.extend({ version: number.optional() }),
    reply: versionDiff,
  }),
  rollBack: post({
    path: `${oneSkill}/rollback`,
    summary: "Makes a skill what it was; that is a version of its own",
    body: placeQuery.extend({ version: z.number().int().min(1) }),
    reply: z.object({
      id: z.string(),
      name: z.string(),
      folder: z.string(),
      restored: z.number().int(),
      version,
    }),
  }),
};
