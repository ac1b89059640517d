import { describe, expect, it } from "vitest";
import { createTranslate } from "../../protocol/index.ts";
import { parseSkill } from "./parse-skill.ts";

const t = createTranslate("en");
const parse = (frontmatter: string) =>
  parseSkill(`---\nname: x\ndescription: d\n${frontmatter}\n---\nBody\n`, { path: "p", folderName: "x", t });
const codes = (frontmatter: string) =>
  parse(frontmatter).diagnostics.map(({ code, line }) => `${code}:${line}`);

describe("fields", () => {
  it("reads all of Claude Code's keys", () => {
    const { fields, extra, diagnostics } = parse(
      [
        "license: MIT",
        "compatibility: needs git",
        "when_to_use: on Mondays",
        "argument-hint: '[issue] [branch]'",
        "arguments: issue branch",
        "disable-model-invocation: true",
        "user-invocable: false",
        "allowed-tools: Bash(git:*) Read",
        "disallowed-tools: [WebFetch]",
        "model: opus",
        "effort: high",
        "context: fork",
        "agent: explore",
        "background: no",
        "hooks:\n  PreToolUse:\n    - matcher: Bash",
        "paths: 'src/**/*.{ts,tsx}, docs/**'",
        "shell: bash",
        "metadata:\n  version: 1.0\n  author: me",
      ].join("\n"),
    );
    expect(diagnostics).toEqual([]);
    expect(extra).toEqual({});
    expect(fields).toEqual({
      name: "x",
      description: "d",
      license: "MIT",
      compatibility: "needs git",
      whenToUse: "on Mondays",
      argumentHint: "[issue] [branch]",
      arguments: ["issue", "branch"],
      disableModelInvocation: true,
      userInvocable: false,
      allowedTools: ["Bash(git:*)", "Read"],
      disallowedTools: ["WebFetch"],
      model: "opus",
      effort: "high",
      context: "fork",
      agent: "explore",
      background: false,
      hooks: { PreToolUse: [{ matcher: "Bash" }] },
      paths: ["src/**/*.{ts,tsx}", "docs/**"],
      shell: "bash",
      metadata: { version: "1.0", author: "me" },
      version: "1.0",
    });
  });

  it.each([
    ["type: meta", { type: "meta" }],
    ["max_iterations: 7", { maxIterations: 7 }],
    ["max-iterations: '7'", { maxIterations: 7 }],
    ["max_iterations: 99999", { maxIterations: 1000 }],
    ["context_budget: 20000", { contextBudget: 20_000 }],
    ["restrict: YES", { restrict: true }],
    ["allowed_tools:\n  - read_file\n  - Bash", { allowedTools: ["Read", "Bash"] }],
    ["allowedTools: Read", { allowedTools: ["Read"] }],
    ["tools: Read, Write", { allowedTools: ["Read", "Write"] }],
    ["when-to-use: now", { whenToUse: "now" }],
    ["whenToUse: now", { whenToUse: "now" }],
    ["triggers:\n  - a\n  - b", { whenToUse: "a; b" }],
    ["disable_model_invocation: On", { disableModelInvocation: true }],
    ["disableModelInvocation: 1", { disableModelInvocation: true }],
    ["user-invocable: off", { userInvocable: false }],
    ["argument-hint: [path]", { argumentHint: "[path]" }],
    ["argument-hint: [a] [b]", { argumentHint: "[a] [b]" }],
    [
      "allowed-tools:\n  - Read\n  - WebFetch(domain: x.io)",
      { allowedTools: ["Read", "WebFetch(domain:x.io)"] },
    ],
    [
      "requires:\n  binaries: [git, jq]\n  env: API_KEY",
      { requires: { binaries: ["git", "jq"], env: ["API_KEY"] } },
    ],
    ["version: 1.10", { version: "1.10" }],
    ["model: inherit", {}],
  ])("%s", (frontmatter, wanted) => {
    const { metadata: _, ...fields } = parse(frontmatter).fields;
    expect(fields).toEqual({ name: "x", description: "d", ...wanted });
  });

  it.each([
    ["a map", "metadata:\n  skillmint:\n    restrict: true\n    requires:\n      mcp: [github]"],
    ["dotted keys", 'metadata:\n  skillmint.restrict: "true"\n  skillmint.requires.mcp: github'],
    ["JSON", `metadata:\n  skillmint: '{"restrict": true, "requires": {"mcp": ["github"]}}'`],
    ["YAML in a text", "metadata:\n  skillmint: |\n    restrict: true\n    requires: {mcp: github}"],
    ["flow style", 'metadata: {"skillmint.restrict": "true", skillmint: {requires: {mcp: github}}}'],
  ])("reads metadata.skillmint as %s", (_, frontmatter) => {
    const { fields, diagnostics } = parse(frontmatter);
    expect(fields).toMatchObject({ restrict: true, requires: { mcp: ["github"] } });
    expect(diagnostics).toEqual([]);
  });

  it("tells what it cannot use, with the line", () => {
    expect(codes("disable-model-invocation: maybe")).toEqual(["wrong-type:4"]);
    expect(codes("max_iterations: many")).toEqual(["wrong-type:4"]);
    expect(codes("max_iterations: 0")).toEqual(["wrong-type:4"]);
    expect(codes("metadata: [a]")).toEqual(["wrong-type:4"]);
    expect(codes("metadata:")).toEqual([]);
    expect(codes("license:\n  - MIT")).toEqual(["wrong-type:4"]);
    expect(codes("requires: git")).toEqual(["wrong-type:4"]);
    expect(codes("allowed-tools: Read\nallowed_tools: Write")).toEqual(["repeated-field:5"]);
    expect(codes("metadata:\n  skillmint:\n    colour: red")).toEqual(["unknown-option:6"]);
    expect(codes("metadata:\n  skillmint: '{'")).toEqual(["wrong-type:5"]);
  });

  it("keeps keys nobody knows", () => {
    const { extra, diagnostics } = parse("origin: here\nkeywords:\n  - a");
    expect(extra).toEqual({ origin: "here", keywords: ["a"] });
    expect(diagnostics).toMatchObject([
      { severity: "info", code: "unknown-field", line: 4 },
      { severity: "info", code: "unknown-field", line: 5 },
    ]);
  });
});
