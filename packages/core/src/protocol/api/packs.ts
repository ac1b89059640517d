import { z } from "zod";
import { get, post, remove } from "./endpoint.ts";
import { jobStarted } from "./jobs.ts";
import { folderPath, placeQuery } from "./place.ts";

const name = z.string().min(1).max(200);
const fingerprint = z.string().min(1).max(200);
const uploadId = z.string().regex(/^file_[0-9a-f-]{36}$/);

/**
 * Bytes go up by themselves, before anything is said about them: `POST` of this type with this header, which holds the
 * file's name, percent-encoded. Neither can come from a page of another site without its asking first.
 */
export const packUpload = {
  path: "/api/packs/uploads",
  type: "application/octet-stream",
  header: "x-skillmint-file",
  /** The largest pack there can be. */
  maxBytes: 208 * 1024 * 1024,
} as const;

export const packUploaded = z.object({ id: uploadId, name: z.string(), size: z.number() });
export type PackUploaded = z.infer<typeof packUploaded>;

/** What is not JSON: a pack that was made, and a skill as a zip (`skill`, `as`, `folder`). */
export const packDownloads = { file: "/api/packs/files/:id", export: "/api/packs/export" } as const;

/** A path or an address, or what was uploaded. */
const source = z.union([
  z.strictObject({ address: z.string().trim().min(1).max(4_096) }),
  z.strictObject({ upload: uploadId }),
]);
export type PackSource = z.infer<typeof source>;

/** Opens what is sealed. Goes in and never comes out. */
const key = z.union([
  z.strictObject({ passphrase: z.string().min(1).max(1_024) }),
  z.strictObject({ identity: z.string().min(1).max(65_536) }),
]);
export type PackKeySent = z.infer<typeof key>;

/** What is wrong with one is told with it, so that a secret one that was sent by mistake is not taken at all. */
const recipient = z
  .string()
  .trim()
  .min(1)
  .max(4_096)
  .refine((text) => !/^AGE-SECRET-KEY-/i.test(text));

const finding = z.object({
  code: z.string(),
  message: z.string(),
  line: z.number().optional(),
  detail: z.string().optional(),
});

const signedBy = z.object({
  publicKey: z.string(),
  fingerprint: z.string(),
  name: z.string().optional(),
  /** `unknown`: never seen before; `known`: seen, and trusted by nobody. */
  state: z.enum(["trusted", "known", "unknown"]),
});
export type PackSignedBy = z.infer<typeof signedBy>;

const sealedFor = z.enum(["passphrase", "keys"]);

/** What its author says about a pack. */
const about = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  version: z.string(),
  author: z.string().optional(),
  license: z.string().optional(),
  createdAt: z.string().optional(),
  recommendedModel: z.string().optional(),
  requirements: z.array(z.object({ kind: z.string(), name: z.string() })).optional(),
  sealed: z.boolean(),
});
export type PackAbout = z.infer<typeof about>;

/** What the lockfile says of something that was installed. */
const locked = z.object({
  kind: z.enum(["skill", "pack"]),
  version: z.string().optional(),
  source: z.string(),
  commit: z.string().optional(),
  digest: z.string(),
  signer: z.string().optional(),
  sealed: z.literal(true).optional(),
});

const approval = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("signer"), from: z.string(), to: z.string(), message: z.string() }),
  z.object({ kind: z.literal("unsigned"), from: z.string(), message: z.string() }),
  z.object({ kind: z.literal("downgrade"), from: z.string(), to: z.string(), message: z.string() }),
  z.object({ kind: z.literal("replace"), path: z.string(), message: z.string() }),
]);
export type InstallApproval = z.infer<typeof approval>;

const layer = z.enum(["user", "project", "pack"]);

const plannedSkill = z.object({
  name: z.string(),
  description: z.string(),
  version: z.string().optional(),
  kind: z.enum(["skill", "pack"]),
  layer,
  folder: z.string(),
  digest: z.string(),
  files: z.number(),
  bytes: z.number(),
  /** Then files, wishes and findings are known only with the key. */
  sealed: z.boolean(),
  /** It is sealed and was not opened: a key is needed to install it. */
  locked: z.boolean(),
  sealedFor: sealedFor.optional(),
  signer: signedBy.optional(),
  about: about.optional(),
  errors: z.array(finding),
  warnings: z.array(finding),
  /** What it asks for; installing gives nothing of it. */
  wishes: z.object({
    allowedTools: z.array(z.string()),
    hooks: z.array(z.string()),
    mcpServers: z.array(z.string()),
    scripts: z.array(z.string()),
  }),
  before: locked.optional(),
  same: z.boolean(),
  /** What a person has to agree to first. */
  approvals: z.array(approval),
});
export type PlannedSkillReply = z.infer<typeof plannedSkill>;

const leftOut = z.array(z.object({ path: z.string(), reason: z.string() }));

/** The result of the job that `inspectSource` starts: what installing would do. */
export const installPlan = z.object({
  kind: z.enum(["pack", "folder", "zip", "tar", "git", "plugin", "well-known"]),
  source: z.string(),
  commit: z.string().optional(),
  digest: z.string(),
  skills: z.array(plannedSkill),
  leftOut,
});
export type InstallPlanReply = z.infer<typeof installPlan>;

/** The result of the job that `installSource` starts. */
export const installedSkills = z.array(
  locked.extend({
    id: z.string(),
    name: z.string(),
    folder: z.string(),
    layer,
    /** False: it was there already, exactly so. */
    changed: z.boolean(),
  }),
);
export type InstalledSkillsReply = z.infer<typeof installedSkills>;

const listedInstall = locked.extend({
  name: z.string(),
  folder: z.string(),
  signedBy: signedBy.optional(),
  /** What differs from what was installed, in words. */
  problem: z.string().optional(),
});
export type ListedInstallReply = z.infer<typeof listedInstall>;

const verifiedPack = z.object({
  about,
  digest: z.string(),
  size: z.number(),
  signer: signedBy,
  /** Of open packs: how many files there are. */
  files: z.number().optional(),
});
export type VerifiedPackReply = z.infer<typeof verifiedPack>;

/** The result of the job that `packSkill` starts; its file is to be fetched by its id, within half an hour. */
export const packedSkill = z.object({
  file: packUploaded,
  about,
  digest: z.string(),
  files: z.number(),
  signer: z.object({ publicKey: z.string(), fingerprint: z.string() }),
  leftOut: z.array(z.string()),
  warnings: z.array(finding),
  /** The person's own key signed it, and was made for it. */
  madeKey: z.boolean(),
});
export type PackedSkillReply = z.infer<typeof packedSkill>;

const signer = z.object({
  publicKey: z.string(),
  fingerprint: z.string(),
  name: z.string().optional(),
  firstSeen: z.string(),
  trusted: z.boolean(),
});
export type SignerRow = z.infer<typeof signer>;

const inspection = placeQuery.extend({
  source,
  key: key.optional(),
  /** Of several skills the one; of a single one the folder's name. */
  name: name.optional(),
  /** Into the project's folder, and into its lockfile. */
  project: z.boolean().optional(),
});

/** Of the person, or of the project. */
const lockQuery = z.object({ folder: folderPath.optional(), project: z.enum(["true", "false"]).optional() });

/** Skills from elsewhere, packs, and the keys that sign them. What takes long is a job. */
export const packsApi = {
  listInstalls: get({
    path: "/api/packs",
    summary: "What was installed from where, by whom it is signed, and whether it is still that",
    query: lockQuery,
    reply: z.array(listedInstall),
  }),
  inspectSource: post({
    path: "/api/packs/inspect",
    summary: "Looks into a folder, file, address or upload; the job's result says what installing would do",
    body: inspection,
    reply: jobStarted,
  }),
  installSource: post({
    path: "/api/packs/install",
    summary:
      "Installs what was inspected: refused where the source has changed since, or needs more agreement",
    body: inspection.extend({
      /** Which skills of the plan, with the digests that a person was shown. */
      skills: z
        .array(z.strictObject({ name, digest: z.string().min(1).max(200) }))
        .min(1)
        .max(1_000),
      acceptSigners: z.array(fingerprint).max(100).optional(),
      allowDowngrade: z.boolean().optional(),
      replace: z.boolean().optional(),
      requireTrusted: z.boolean().optional(),
    }),
    reply: jobStarted,
  }),
  removeInstall: remove({
    path: "/api/packs/:name",
    summary: "Takes an installed skill or pack away, with its key",
    query: lockQuery,
    reply: locked.extend({ name: z.string(), folder: z.string() }),
  }),
  verifyPack: post({
    path: "/api/packs/verify",
    summary: "What a pack file says and who signed it; needs no key, installs nothing",
    body: placeQuery.extend({ source }),
    reply: verifiedPack,
  }),
  packSkill: post({
    path: "/api/packs/pack",
    summary: "Makes a pack of a skill, open or sealed, signed with an own key or an SSH key of the machine",
    body: placeQuery.extend({
      skill: z.string().min(1).max(4_096),
      seal: z
        .union([
          z.strictObject({ passphrase: z.string().min(1).max(1_024) }),
          z.strictObject({ recipients: z.array(recipient).min(1).max(100) }),
        ])
        .optional(),
      /** The path of an SSH key file. Absent: a key of the person's own. */
      signWith: z.string().trim().min(1).max(4_096).optional(),
    }),
    reply: jobStarted,
  }),
  listSigners: get({
    path: "/api/signers",
    summary: "Keys that signed what was installed, and those that are trusted",
    reply: z.array(signer),
  }),
  trustSigner: post({
    path: "/api/signers",
    summary: "Trusts a key: by its fingerprint, its name, or a public key that was never seen",
    body: z.object({ signer: z.string().trim().min(1).max(16_384), name: name.optional() }),
    reply: signer,
  }),
  distrustSigner: remove({
    path: "/api/signers/:signer/trust",
    summary: "Takes the trust in a key back; it stays known",
    reply: signer,
  }),
  removeSigner: remove({
    path: "/api/signers/:signer",
    summary: "Forgets a key and the trust in it",
    reply: signer,
  }),
};
