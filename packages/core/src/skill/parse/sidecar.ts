import type { SkillFields } from "../skill.ts";
import { isDataMap } from "./data-map.ts";
import { maxFrontmatterLength } from "./limits.ts";
import { readFrontmatter } from "./read-frontmatter.ts";
import { readFlag } from "./read-value.ts";

/** Where Codex keeps what it wants to know of a skill, below the skill's folder. */
export const sidecarPath = "agents/openai.yaml";

/**
 * The fields that Codex's file beside a skill sets: `policy.allow_implicit_invocation: false` means that only a person
 * may start the skill. Nothing else of it concerns us; what cannot be read says nothing.
 */
export function readSidecar(text: string): Pick<SkillFields, "disableModelInvocation"> {
  const plain = text
    .replace(/^\uFEFF/, "")
    .replaceAll(/\r\n?/g, "\n")
    .replace(/^---[ \t]*\n/, "");
  if (plain.length > maxFrontmatterLength) return {};
  const policy = readFrontmatter(plain).data?.["policy"];
  const allowed = isDataMap(policy) ? policy["allow_implicit_invocation"] : undefined;
  const flag = typeof allowed === "string" ? readFlag(allowed) : undefined;
  return flag === false ? { disableModelInvocation: true } : {};
}
