import { createHash } from "node:crypto";
import { join } from "node:path";
import { packName } from "../../pack/manifest.ts";
import { openPack } from "../../pack/open-pack.ts";
import type { PackFile } from "../../pack/pack-file.ts";
import type { PackKey } from "../../pack/verified-pack.ts";
import type { Language, Translate } from "../../protocol/index.ts";
import { assertSkillName } from "../../skill/manage/skill-name.ts";
import { toPlainLine } from "../../skill/render/safe-text.ts";
import { describeFiles } from "./describe-files.ts";
import { findApprovals } from "./find-approvals.ts";
import type { InstallPlaces } from "./install-places.ts";
import { packPlaces } from "./install-places.ts";
import { refuseInstall, type InstallWords } from "./install-words.ts";
import type { LockedSkill } from "./lock-file.ts";
import type { InstallPlan, PlannedSigner, PlannedSkill } from "./packs.ts";
import type { Signers } from "./signers.ts";
import type { ReadSource } from "./source/source.ts";
import { digestTree } from "./tree-digest.ts";

/** A planned skill with what is written for it. */
export interface PlannedFiles {
  skill: PlannedSkill;
  /** Of a sealed pack without its key: none. */
  files: readonly PackFile[] | undefined;
}

export interface PlanContext {
  places: InstallPlaces;
  /** What the lockfile of the place says, and that of the person, where packs always are. */
  locked: { own: Record<string, LockedSkill>; person: Record<string, LockedSkill> };
  signers: Pick<Signers, "find">;
  /** The key that was given, or is kept for this pack. */
  keyOf(name: string): Promise<PackKey | undefined>;
  /** What was asked for by `--name`. */
  name?: string;
  only?: readonly string[];
  language: Language;
  words: InstallWords;
  t: Translate;
}

const noWishes = { allowedTools: [], hooks: [], mcpServers: [], scripts: [] };

/** One plain part of a path on every system, or refused. */
function assertFolderName(name: string, t: Translate): void {
  if (!packName.safeParse(name).success) assertSkillName(name, t);
}

export async function describeSigner(
  { publicKey, fingerprint }: { publicKey: string; fingerprint: string },
  signers: Pick<Signers, "find">,
): Promise<PlannedSigner> {
  const known = await signers.find(fingerprint);
  const state = known === undefined ? "unknown" : known.trusted ? "trusted" : "known";
  return { publicKey, fingerprint, ...(known?.name === undefined ? {} : { name: known.name }), state };
}

function sizeOf(files: readonly PackFile[]): { files: number; bytes: number } {
  return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes.length, 0) };
}

async function planPack(
  { pack }: ReadSource & { pack: NonNullable<ReadSource["pack"]> },
  context: PlanContext,
): Promise<PlannedFiles> {
  const { verified } = pack;
  const { manifest } = verified;
  const { name, description, version, sealed } = manifest;
  const { words, t, language, places } = context;
  const key = sealed ? await context.keyOf(name) : undefined;
  const files = sealed && !key ? undefined : await openPack(verified, key, { language });
  const described = files && describeFiles(files, name, t);
  if (files && !described) throw refuseInstall(words("source.noSkill", { source: name }));
  const inside = described?.parsed.fields.name;
  if (inside !== undefined && inside !== name)
    throw refuseInstall(words("refuse.content", { name, found: JSON.stringify(inside.slice(0, 100)) }));
  const digest = sealed || !files ? `sha256:${verified.digest}` : digestTree(files);
  const skill: Omit<PlannedSkill, "approvals" | "same"> = {
    name,
    description,
    version,
    kind: "pack",
    layer: "pack",
    folder: packPlaces(places.packs, name).root,
    digest,
    ...(files ? sizeOf(files) : { files: 0, bytes: 0 }),
    sealed,
    signer: await describeSigner(verified.signer, context.signers),
    manifest,
    errors: described?.errors ?? [],
    warnings: described?.warnings ?? [],
    wishes: described?.wishes ?? noWishes,
    ...(context.locked.person[name] ? { before: context.locked.person[name] } : {}),
  };
  return { skill: { ...skill, ...(await findApprovals(skill, context)) }, files };
}

async function planSkill(
  { folderName, files }: ReadSource["skills"][number],
  isOnly: boolean,
  context: PlanContext,
): Promise<PlannedFiles> {
  const { words, t, places, locked } = context;
  const described = describeFiles(files, folderName, t);
  if (!described) throw refuseInstall(words("source.noSkill", { source: folderName }));
  const { fields } = described.parsed;
  const said = isOnly && context.name !== undefined ? context.name : (fields.name ?? folderName);
  try {
    assertFolderName(said, t);
  } catch (error) {
    if (said === context.name) throw error;
    const name = JSON.stringify(toPlainLine(said).slice(0, 100));
    throw refuseInstall(words("source.badName", { path: folderName, name }), error);
  }
  const skill: Omit<PlannedSkill, "approvals" | "same"> = {
    name: said,
    description: fields.description ?? "",
    ...(fields.version === undefined ? {} : { version: fields.version }),
    kind: "skill",
    layer: places.layer,
    folder: join(places.skills, said),
    digest: digestTree(files),
    ...sizeOf(files),
    sealed: false,
    errors: described.errors,
    warnings: described.warnings,
    wishes: described.wishes,
    ...(locked.own[said] ? { before: locked.own[said] } : {}),
  };
  return { skill: { ...skill, ...(await findApprovals(skill, context)) }, files };
}

/** Of several skills the one that is meant; of one, all there is. */
function select(
  read: ReadSource,
  planned: PlannedFiles[],
  { name, only, words }: PlanContext,
): PlannedFiles[] {
  if (only) return planned.filter(({ skill }) => only.includes(skill.name));
  if (name === undefined || planned.length === 1) return planned;
  const chosen = planned.filter(({ skill }) => skill.name === name);
  const names = planned.map(({ skill }) => skill.name).join(", ");
  if (chosen.length === 0)
    throw refuseInstall(words("source.noSuchSkill", { name, source: read.address, names }));
  return chosen;
}

/** Says what installing a source would do, and what a person has to agree to first. */
export async function planInstall(
  read: ReadSource,
  context: PlanContext,
): Promise<{ plan: InstallPlan; planned: PlannedFiles[] }> {
  const { pack } = read;
  const isOnly = read.skills.length === 1;
  const all = pack
    ? [await planPack({ ...read, pack }, context)]
    : await Promise.all(read.skills.map((skill) => planSkill(skill, isOnly, context)));
  const planned = select(read, all, context);
  const seen = new Set<string>();
  for (const { skill } of planned) {
    if (seen.has(skill.name))
      throw refuseInstall(context.words("source.sameName", { source: read.address, name: skill.name }));
    seen.add(skill.name);
  }
  const whole = createHash("sha256");
  for (const { skill } of planned) whole.update(`${skill.name}\0${skill.digest}\0`);
  const plan: InstallPlan = {
    kind: read.kind,
    source: read.address,
    ...(read.commit === undefined ? {} : { commit: read.commit }),
    digest: `sha256:${whole.digest("hex")}`,
    skills: planned.map(({ skill }) => skill),
    leftOut: [...read.leftOut],
  };
  return { plan, planned };
}
