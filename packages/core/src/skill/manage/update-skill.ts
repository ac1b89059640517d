import { createHash, randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { SkillmintError, type Translate } from "../../protocol/index.ts";
import { openRegular, readBytes } from "../open-regular.ts";
import { maxSkillBytes } from "../parse/limits.ts";
import { parseSkill } from "../parse/parse-skill.ts";
import type { Skill } from "../skill.ts";

/** The layers whose files are a person's to change: the others are installed, and replaced as a whole. */
const editable = new Set(["project", "user", "extra", "environment"]);

/** Nothing of a folder that nobody trusts is written, wherever its links lead. */
export function isEditable({ layer, trusted, plugin }: Pick<Skill, "layer" | "trusted" | "plugin">): boolean {
  return editable.has(layer) && trusted && plugin === undefined;
}

/** A SKILL.md as it is written. */
export interface WrittenSkill {
  text: string;
  /** Of the bytes: what a later change is compared with. */
  digest: string;
}

interface Read extends WrittenSkill {
  mode: number;
}

function refuse({ name }: Skill, detail: string): SkillmintError {
  return new SkillmintError("skill-refused", { params: { name }, detail });
}

async function read(skill: Skill, t: Translate): Promise<Read> {
  const handle = await openRegular(skill.file);
  try {
    const bytes = await readBytes(handle, maxSkillBytes);
    if (bytes === undefined) throw refuse(skill, t("discover.skill-too-large", { limit: maxSkillBytes }));
    const { mode } = await handle.stat();
    const digest = createHash("sha256").update(bytes).digest("hex");
    return { text: new TextDecoder().decode(bytes), digest, mode: mode & 0o777 };
  } finally {
    await handle.close();
  }
}

/** The text of SKILL.md with all that stands in it. Fails as `openRegular` does. */
export async function readSkillText(skill: Skill, t: Translate): Promise<WrittenSkill> {
  const { text, digest } = await read(skill, t);
  return { text, digest };
}

/** Refused with `usage` where nobody could read the skill afterwards. */
function assertReadable(skill: Skill, bytes: Uint8Array, t: Translate): void {
  const folderName = basename(skill.folder);
  const { state, diagnostics } = parseSkill(bytes, { path: skill.file, folderName, t });
  if (state !== "unreadable") return;
  const grave = diagnostics.filter(({ severity }) => severity === "error");
  const message = grave.map((one) => `SKILL.md:${one.line ?? 1}: ${one.message}`).join("; ");
  throw new SkillmintError("usage", { params: { message } });
}

/**
 * Replaces a SKILL.md as a whole, with the rights it has. Refused with `skill-refused` where it is not the person's to
 * change or no longer what `digest` says. Whoever calls it takes care that nobody else does at the same time.
 */
export async function updateSkill(skill: Skill, next: WrittenSkill, t: Translate): Promise<void> {
  if (!isEditable(skill)) throw refuse(skill, t("skill.notEditable"));
  const bytes = Buffer.from(next.text.toWellFormed());
  assertReadable(skill, bytes, t);
  const before = await read(skill, t);
  if (before.digest !== next.digest) throw refuse(skill, t("skill.changedMeanwhile"));
  const temporary = join(dirname(skill.file), `.${basename(skill.file)}.${randomUUID()}.tmp`);
  try {
    const handle = await open(temporary, "wx", before.mode);
    try {
      await handle.chmod(before.mode);
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, skill.file);
  } finally {
    await rm(temporary, { force: true });
  }
}
