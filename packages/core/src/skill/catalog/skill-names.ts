import { basename } from "node:path";
import { cutText } from "../../protocol/index.ts";
import { lazy } from "../../protocol/lazy.ts";
import type { FoundSkill } from "../skill.ts";
import { comparableName } from "../parse/comparable-name.ts";

const maxNameLength = 64;
const plainSlug = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const slug = lazy(() => /^[\p{L}\p{N}\p{M}]+(?:[-_.][\p{L}\p{N}\p{M}]+)*$/u);
const separators = lazy(() => /[^\p{L}\p{N}\p{M}._]+/gu);

/** What names are looked up by. Letters of another alphabet stay others, however alike they look. */
export function nameKey(name: string): string {
  return comparableName(name).toLowerCase();
}

/** A name that may stand in an id, in a list and in an enum as it is. */
export function isSlug(name: string): boolean {
  if (name.length > maxNameLength) return false;
  return plainSlug.test(name) || (slug().test(name) && nameKey(name) === name);
}

/** A slug of any text: `My Skill: two` becomes `my-skill-two`. */
export function toSlug(text: string): string {
  const words = nameKey(text)
    .replaceAll(separators(), "-")
    .replaceAll(/[-._]{2,}/g, "-");
  const cut = cutText(words.replace(/^[-._]+/, ""), maxNameLength);
  return cut.replace(/[-._]+$/, "") || "skill";
}

/** What it is called by where it lies: its folder's name, for a command its file's. */
export function folderName(skill: FoundSkill): string {
  return skill.command ?? basename(skill.folder);
}

/** The name without regard to anyone else's: what frontmatter says where that is a slug, else the folder's. */
export function plainName(skill: FoundSkill): string {
  const name = comparableName(skill.fields.name ?? "");
  return isSlug(name) ? name : toSlug(folderName(skill));
}

/** Whether a skill takes part in the question who is meant by a name: what nobody trusts cannot hide another. */
export function counts(skill: FoundSkill): boolean {
  return skill.trusted && skill.state !== "unreadable";
}
