import { z } from "zod";
import { get, post, put, remove } from "./endpoint.ts";
import { diagnosticReply, doneReply, placeQuery } from "./place.ts";

const text = z.string().max(1_048_576);
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const profile = z.enum(["portable", "claude"]);

/** A skill as lists of them show it; its texts are as its author wrote them. */
const skillRow = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  layer: z.string(),
  plugin: z.string().optional(),
  folder: z.string(),
  /** Whether the switches are on. */
  enabled: z.boolean(),
  /** Whether models are offered it; if not, why, as a code and in words. */
  offered: z.boolean(),
  reason: z.string().optional(),
  detail: z.string().optional(),
  message: z.string().optional(),
});
export type SkillRow = z.infer<typeof skillRow>;

const used = z.object({ count: z.number().int(), lastAt: z.number() });

const finding = z.object({
  code: z.string(),
  message: z.string(),
  line: z.number().optional(),
  detail: z.string().optional(),
});

const requirement = z.object({
  kind: z.string(),
  name: z.string(),
  found: z.boolean(),
  declared: z.boolean(),
  guess: z.literal(true).optional(),
  where: z.number().optional(),
  file: z.string().optional(),
  hint: z.string().optional(),
});

const findings = z.object({ valid: z.boolean(), errors: z.array(finding), warnings: z.array(finding) });

const skillDetails = skillRow.extend({
  file: z.string(),
  trusted: z.boolean(),
  fields: z.record(z.string(), z.unknown()),
  extra: z.record(z.string(), z.unknown()),
  files: z.array(
    z.object({
      path: z.string(),
      type: z.enum(["markdown", "script", "template", "other"]),
      bytes: z.number(),
    }),
  ),
  moreFiles: z.number().int(),
  /** Markdown of whoever wrote the skill. */
  instructions: z.string(),
  requirements: z.array(requirement),
  diagnostics: z.array(diagnosticReply),
  /** SKILL.md as it is written, and what an update of it has to name. */
  text: z.string(),
  digest: z.string(),
  editable: z.boolean(),
  check: findings,
  used: used.optional(),
});
export type SkillPage = z.infer<typeof skillDetails>;

const draftReport = findings.extend({
  name: z.string().optional(),
  description: z.string().optional(),
  offered: z.boolean(),
  reason: z.string().optional(),
  message: z.string().optional(),
  instructions: z.string(),
  requirements: z.array(requirement),
  diagnostics: z.array(diagnosticReply),
});
export type SkillDraftReport = z.infer<typeof draftReport>;

const approval = z.object({
  id: z.string(),
  name: z.string(),
  folder: z.string(),
  rules: z.array(z.string()),
  trusted: z.boolean(),
  approved: z.boolean(),
  digest: z.string(),
  change: z.string().optional(),
});

const whySkill = z.object({
  id: z.string(),
  name: z.string(),
  layer: z.string(),
  rank: z.number().int(),
  score: z.number(),
  offered: z.boolean(),
  reason: z.string().optional(),
  detail: z.string().optional(),
  message: z.string().optional(),
  digest: z.string().optional(),
});

const deletion = z.object({ path: z.string(), unlinked: z.boolean() });
const one = "/api/skills/:id";

/** A skill is named by its id, or by a name that only one has. Every request looks at the disk anew. */
export const skillsApi = {
  listSkills: get({
    path: "/api/skills",
    summary: "All skills of a folder, strongest layer first, and what is wrong with any of them",
    query: placeQuery,
    reply: z.object({
      skills: z.array(skillRow.extend({ used: used.optional() })),
      diagnostics: z.array(diagnosticReply),
    }),
  }),
  searchSkills: get({
    path: "/api/skills/search",
    summary: "Skills that have a word of the query, best first",
    query: placeQuery.extend({
      q: z.string().min(1).max(1_000),
      limit: z.coerce.number().int().min(1).max(100).default(20),
    }),
    reply: z.array(skillRow.extend({ score: z.number() })),
  }),
  explainSkills: post({
    path: "/api/skills/why",
    summary: "Which skills a session that begins with this prompt would be told of, and why",
    body: placeQuery.extend({ prompt: z.string().max(100_000) }),
    reply: z.object({
      model: z.string().optional(),
      contextTokens: z.number(),
      budget: z.number(),
      used: z.number(),
      skills: z.array(whySkill),
    }),
  }),
  checkSkillText: post({
    path: "/api/skills/check",
    summary: "Checks a SKILL.md that is still being written; nothing is stored",
    body: placeQuery.extend({
      text,
      /** The skill whose text it is to replace. */
      skill: z.string().min(1).max(4_096).optional(),
      /** Of the folder, for one that is not there yet. */
      name: z.string().max(200).optional(),
      profile: profile.optional(),
    }),
    reply: draftReport,
  }),
  createSkill: post({
    path: "/api/skills",
    summary: "Writes a new skill for the user, or for the project",
    body: placeQuery.extend({
      name: z.string().min(1).max(200),
      description: z.string().max(10_000).optional(),
      body: text.optional(),
      fields: z.record(z.string(), z.unknown()).optional(),
      project: z.boolean().optional(),
    }),
    reply: skillRow.extend({ file: z.string() }),
  }),
  getSkill: get({
    path: one,
    summary: "Everything about one skill: files, text, requirements, findings",
    query: placeQuery.extend({ profile: profile.optional() }),
    reply: skillDetails,
  }),
  updateSkill: put({
    path: one,
    summary: "Replaces the text of SKILL.md; 409 where it is no longer what the digest says",
    body: placeQuery.extend({ text, digest }),
    reply: skillRow,
  }),
  deleteSkill: remove({
    path: one,
    summary: "Deletes a skill of the user with all its files",
    query: placeQuery,
    reply: deletion,
  }),
  previewSkillDeletion: get({
    path: `${one}/deletion`,
    summary: "What deleting the skill would take away",
    query: placeQuery,
    reply: deletion,
  }),
  readSkillFile: get({
    path: `${one}/file`,
    summary: "The text of one file of a skill, by its path in the skill's folder",
    query: placeQuery.extend({ path: z.string().min(1).max(4_096) }),
    reply: z.object({ path: z.string(), text: z.string(), truncated: z.boolean() }),
  }),
  switchSkill: put({
    path: `${one}/enabled`,
    summary: "Switches a skill on or off, from the next prompt on",
    body: placeQuery.extend({ enabled: z.boolean() }),
    reply: skillRow,
  }),
  getSkillApproval: get({
    path: `${one}/approval`,
    summary: "What a skill wants to do without a question, and whether that is approved",
    query: placeQuery,
    reply: approval,
  }),
  approveSkill: put({
    path: `${one}/approval`,
    summary: "Approves exactly what was shown; 409 where the skill's folder changed since",
    body: placeQuery.extend({ digest, rules: z.array(z.string().max(40_000)).max(1_000) }),
    reply: approval,
  }),
  forgetSkillApproval: remove({
    path: `${one}/approval`,
    summary: "Takes an approval back",
    query: placeQuery,
    reply: doneReply,
  }),
  openSkillFolder: post({
    path: `${one}/open`,
    summary: "Opens the skill's folder in the file manager of the server's machine",
    body: placeQuery,
    reply: z.object({ folder: z.string(), opened: z.boolean() }),
  }),
};
