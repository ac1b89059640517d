import { dirname } from "node:path";
import type { ActiveSkill, Diagnostic, EventDraft, Translate } from "../../protocol/index.ts";
import { hookEvents, type Hook } from "../../environment/hook.ts";
import type { Skill } from "../../skill/skill.ts";

type StoredHooks = NonNullable<NonNullable<EventDraft<"skill.activated">["terms"]>["hooks"]>;

/** Where skills come from that may bring commands along; of a project only a trusted one. */
const hookLayers: ReadonlySet<string> = new Set([
  "project",
  "user",
  "extra",
  "environment",
  "plugin",
  "pack",
  "bundled",
]);

/** What a skill's frontmatter says of hooks, as the log keeps it; nothing where the skill may have none. */
export async function readSkillHooks(
  skill: Pick<Skill, "trusted" | "layer" | "file">,
  value: unknown,
  t: Translate,
): Promise<{ hooks: StoredHooks; diagnostics: Diagnostic[] }> {
  if (value === undefined || !skill.trusted || !hookLayers.has(skill.layer))
    return { hooks: [], diagnostics: [] };
  const { readHooks } = await import("../../environment/read-hooks.ts");
  const { hooks, diagnostics } = readHooks(value, { file: skill.file, origin: "skill", t });
  return {
    hooks: hooks.map(({ event, matcher, command, timeoutMs, once }) => ({
      event,
      matcher,
      command,
      timeoutMs,
      ...(once ? { once } : {}),
    })),
    diagnostics,
  };
}

export function hooksOfSkill({ name, folder, root, terms }: ActiveSkill): Hook[] {
  const own = folder !== undefined && /\.md$/i.test(folder) ? dirname(folder) : folder;
  const variables =
    own === undefined
      ? {}
      : {
          CLAUDE_SKILL_DIR: own,
          SKILLMINT_SKILL_DIR: own,
          CLAUDE_PLUGIN_ROOT: root ?? own,
          SKILLMINT_PLUGIN_ROOT: root ?? own,
        };
  return (terms.hooks ?? []).flatMap((stored) => {
    const event = hookEvents.find((known) => known === stored.event);
    if (!event) return [];
    const { once = false, ...rest } = stored;
    return [{ ...rest, event, once, origin: "skill" as const, source: folder ?? name, variables }];
  });
}
