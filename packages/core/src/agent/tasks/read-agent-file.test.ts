import { describe, expect, it } from "vitest";
import { createTranslate } from "../../protocol/index.ts";
import { readAgentFile } from "./read-agent-file.ts";

const t = createTranslate("en");
const read = (text: string) => readAgentFile(new TextEncoder().encode(text), "/a/reviewer.md", t);

describe("readAgentFile", () => {
  it("takes over what an agent says", () => {
    const { type, diagnostics } = read(
      [
        "---",
        "name: code-reviewer",
        "description: Reviews code. Use after changes.",
        "tools: Read, Grep, Bash(git diff:*)",
        "disallowedTools: Write",
        "model: sonnet",
        "permissionMode: acceptEdits",
        "maxTurns: 7",
        "skills: a, b",
        "isolation: worktree",
        "permissions:",
        "  skill:",
        "    deploy-*: deny",
        "---",
        "You review.",
      ].join("\n"),
    );
    expect(diagnostics).toEqual([]);
    expect(type).toEqual({
      name: "code-reviewer",
      description: "Reviews code. Use after changes.",
      prompt: "You review.",
      tools: ["Read", "Grep", "Bash(git diff:*)"],
      disallowedTools: ["Write"],
      model: "sonnet",
      mode: "acceptEdits",
      iterations: 7,
      skills: ["a", "b"],
      isolation: "worktree",
      skillPermissions: { "deploy-*": "deny" },
      path: "/a/reviewer.md",
    });
  });

  it.each([
    ["user", "user"],
    ["Project", "project"],
    ["local", "local"],
    ["true", "user"],
    ["false", undefined],
    ["none", undefined],
  ])("remembers as it says: memory: %s", (value, expected) => {
    const { type, diagnostics } = read(`---\ndescription: x\nmemory: ${value}\n---\nbody`);
    expect([type?.memory, diagnostics]).toEqual([expected, []]);
  });

  it.each([
    ["memory: everywhere", "memory"],
    ["permissionMode: paln", "permissionMode"],
    ["permission_mode: constructor", "permissionMode"],
    ["isolation: container", "isolation"],
  ])("tells of a field that means nothing, and goes without it: %s", (line, name) => {
    const { type, diagnostics } = read(`---\ndescription: x\n${line}\n---\nbody`);
    expect(type).toEqual({ name: "reviewer", description: "x", prompt: "body", path: "/a/reviewer.md" });
    expect(diagnostics).toMatchObject([{ severity: "warning", code: "field-malformed" }]);
    expect(diagnostics[0]?.message).toMatch(new RegExp(`^${name} of this agent is one of `));
  });

  it.each(["maxTurns: many", "max_turns: 0", "max-turns: 2.5"])("tells of a wrong number: %s", (line) => {
    const { type, diagnostics } = read(`---\ndescription: x\n${line}\n---\nbody`);
    expect(type).not.toHaveProperty("iterations");
    expect(diagnostics).toMatchObject([{ severity: "warning", code: "wrong-type", line: 3 }]);
  });

  it("reads words in any case", () => {
    const { type, diagnostics } = read(
      "---\ndescription: x\nisolation: Worktree\npermissionMode: PLAN\n---\nbody",
    );
    expect([type?.isolation, type?.mode, diagnostics]).toEqual(["worktree", "plan", []]);
  });

  it("is called like its file where it says no name", () => {
    expect(read("---\ndescription: x\n---\nbody").type).toMatchObject({ name: "reviewer", prompt: "body" });
  });

  it.each([
    ["no frontmatter", "just text"],
    ["no description", "---\nname: a\n---\nx"],
    ["an unclosed list", "---\nname: [a\ndescription\n---\nx"],
    ["bytes that are no text", "\0\0\0"],
    ["tools that are none", "---\ndescription: x\ntools: Read, Bash(git\n---\nx"],
    ["refused tools that are none", "---\ndescription: x\ndisallowedTools:\n  - Bash(\n---\nx"],
  ])("tells of %s and takes nothing", (_, text) => {
    const { type, diagnostics } = read(text);
    expect(type).toBeUndefined();
    expect(diagnostics.length).toBeGreaterThan(0);
    expect(diagnostics[0]?.path).toBe("/a/reviewer.md");
  });
});
