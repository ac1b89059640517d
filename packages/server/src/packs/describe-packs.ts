import type { InstalledSkill, InstallPlan, PackedSkill, PlannedSkill, VerifiedPack } from "@skillmint/core";
import type {
  InstalledSkillsReply,
  InstallPlanReply,
  PackAbout,
  PackedSkillReply,
  PlannedSkillReply,
} from "@skillmint/core/protocol/api";
import { dropUndefined } from "../routes/drop-undefined.ts";
import type { ShelfFile } from "./shelf.ts";

type Manifest = VerifiedPack["manifest"];

/** What its author says; the digests of ten thousand files are of no use to a reader. */
export function describeAbout(manifest: Manifest): PackAbout {
  const { id, name, description, version, sealed } = manifest;
  const { author, license, createdAt, recommendedModel, requirements } = manifest;
  const said = dropUndefined({ author, license, createdAt, recommendedModel, requirements });
  return { id, name, description, version, sealed, ...said };
}

function describeSkill({ manifest, ...skill }: PlannedSkill): PlannedSkillReply {
  // A pack has one file at least, so without any it was not opened.
  const isLocked = skill.sealed && skill.files === 0;
  return { ...skill, locked: isLocked, ...(manifest ? { about: describeAbout(manifest) } : {}) };
}

export function describePlan(plan: InstallPlan): InstallPlanReply {
  return { ...plan, skills: plan.skills.map(describeSkill) };
}

export function describeInstalled(skills: readonly InstalledSkill[]): InstalledSkillsReply {
  return skills.map((skill) => ({ ...skill, id: `${skill.layer}:${skill.name}` }));
}

export function describePacked(packed: PackedSkill, { id, name, size }: ShelfFile): PackedSkillReply {
  const { pack, files, leftOut, warnings, ownKey } = packed;
  const { publicKey, fingerprint } = pack.signer;
  return {
    file: { id, name, size },
    about: describeAbout(pack.manifest),
    digest: pack.digest,
    files,
    signer: { publicKey, fingerprint },
    leftOut,
    warnings,
    madeKey: ownKey?.created ?? false,
  };
}
