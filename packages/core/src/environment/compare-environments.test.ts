import { describe, expect, it } from "vitest";
import { createTranslate, type RuleTexts } from "../protocol/index.ts";
import { toolsOf, wordEnvironmentChange, type EnvironmentChange } from "./compare-environments.ts";

const rules = (deny: string[]): RuleTexts => ({ allow: [], ask: [], deny });
const all = ["Read", "Bash", "WebFetch", "mcp__git__log", "mcp__git__push"];

describe("toolsOf", () => {
  it.each([
    [undefined, [], all],
    [["Read", "Bash(git:*)"], [], ["Read", "Bash"]],
    [["mcp__git__*"], ["mcp__git__push"], ["mcp__git__log"]],
    [[], [], []],
    [undefined, ["Bash", "WebFetch(domain:x)"], ["Read", "WebFetch", "mcp__git__log", "mcp__git__push"]],
  ])("allowed %j, denied %j", (allowedTools, deny, left) => {
    const primary = { id: "main", role: "primary" as const, ...(allowedTools ? { allowedTools } : {}) };
    expect(toolsOf({ primary, rules: rules(deny) }, all)).toEqual(left);
  });
});

describe("wordEnvironmentChange", () => {
  const none = { added: [], removed: [] };
  const change: EnvironmentChange = {
    from: "a",
    model: { to: "openai/x" },
    mode: { from: "plan" },
    tools: none,
    mcp: { added: ["git"], removed: [] },
    skills: { added: [], removed: ["evil\n\u001b[31mname"] },
    agents: none,
  };

  it("is one line a fact, in both languages, whatever names hold", () => {
    expect(wordEnvironmentChange(change, createTranslate("en"))).toEqual([
      "Environment: a → none",
      "model: automatic → openai/x",
      "mode: plan → default",
      "MCP servers added: git",
      "skills removed: evil [31mname",
    ]);
    expect(wordEnvironmentChange(change, createTranslate("zh-CN"))[0]).toBe("环境：a → 无");
  });

  it("stays short with thousands of skills", () => {
    const added = Array.from({ length: 5_000 }, (_, index) => `skill-${index}`);
    const lines = wordEnvironmentChange({ ...change, skills: { added, removed: [] } }, createTranslate("en"));
    expect(lines.at(-1)).toMatch(/^skills added: skill-0, .* and 4980 more$/);
  });
});
