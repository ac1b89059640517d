import { describe, expect, it } from "vitest";
import { createTranslate, type ActiveSkill } from "../../protocol/index.ts";
import { hooksOfSkill, readSkillHooks } from "./skill-hooks.ts";

const t = createTranslate("en");
const value = { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: "x", once: "true" }] }] };
const stored = { event: "PreToolUse", matcher: "Bash", command: "x", timeoutMs: 60_000, once: true };
const read = async (layer: string, trusted = true) =>
  (await readSkillHooks({ layer, trusted, file: "/s/SKILL.md" }, value, t)).hooks;

describe("hooks of skills", () => {
  it.each(["project", "user", "extra", "environment", "plugin", "pack", "bundled"])(
    "count in %s",
    async (layer) => {
      expect(await read(layer)).toEqual([stored]);
      expect(await read(layer, false)).toEqual([]);
    },
  );

  it.each(["mcp", "of-an-embedder"])("do not count in %s", async (layer) => {
    expect(await read(layer)).toEqual([]);
  });

  it("know where their skill lies, and nothing of events that came later", () => {
    const skill = (folder: string, event = "PreToolUse") =>
      ({ name: "s", folder, root: "/p", terms: { hooks: [{ ...stored, event }] } }) as unknown as ActiveSkill;
    expect(hooksOfSkill(skill("/p/s"))).toMatchObject([
      { ...stored, origin: "skill", variables: { CLAUDE_SKILL_DIR: "/p/s", CLAUDE_PLUGIN_ROOT: "/p" } },
    ]);
    expect(hooksOfSkill(skill("/p/c.md"))[0]?.variables).toMatchObject({ CLAUDE_SKILL_DIR: "/p" });
    expect(hooksOfSkill(skill("/p/s", "Someday"))).toEqual([]);
  });
});
