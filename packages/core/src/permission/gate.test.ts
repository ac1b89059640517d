import { describe, expect, it } from "vitest";
import { decide } from "./gate.ts";
import type { GateRequest } from "./request.ts";
import { exactRule, parseRule, parseRules } from "./rules.ts";

const read: GateRequest = {
  tool: "Read",
  effect: "read",
  resources: [{ kind: "path", path: "/w/a", access: "read", outside: false }],
};
const readOutside: GateRequest = {
  ...read,
  resources: [{ kind: "path", path: "/etc/passwd", access: "read", outside: true }],
};
const write: GateRequest = {
  tool: "Write",
  effect: "write",
  resources: [{ kind: "path", path: "/w/a", access: "write", outside: false }],
};
const writeOutside: GateRequest = {
  ...write,
  resources: [{ kind: "path", path: "/x", access: "write", outside: true }],
};
const writeHook: GateRequest = {
  ...write,
  resources: [{ kind: "path", path: "/w/.GIT/hooks/x", access: "write", outside: false }],
};
const bash: GateRequest = {
  tool: "Bash",
  effect: "execute",
  resources: [{ kind: "command", command: "npm test", folder: "/w", parts: null }],
};
const fetchUrl: GateRequest = {
  tool: "WebFetch",
  effect: "network",
  resources: [{ kind: "url", url: "https://x.io/" }],
};
const question: GateRequest = { tool: "AskUserQuestion", effect: "interact", resources: [] };
const rules = parseRules({});

describe("decide", () => {
  it.each([
    ["default", read, "allow"],
    ["default", readOutside, "ask"],
    ["default", write, "ask"],
    ["default", bash, "ask"],
    ["default", fetchUrl, "ask"],
    ["default", question, "allow"],
    ["acceptEdits", write, "allow"],
    ["acceptEdits", writeOutside, "ask"],
    ["acceptEdits", writeHook, "ask"],
    ["acceptEdits", bash, "ask"],
    ["acceptEdits", fetchUrl, "ask"],
    ["plan", read, "allow"],
    ["plan", write, "deny"],
    ["plan", bash, "deny"],
    ["dontAsk", read, "allow"],
    ["dontAsk", bash, "deny"],
    ["dontAsk", readOutside, "deny"],
    ["unrestricted", bash, "allow"],
    ["unrestricted", writeOutside, "allow"],
  ] as const)("%s: %o -> %s", (mode, request, verdict) => {
    expect(decide(mode, rules, request).verdict).toBe(verdict);
  });

  it.each([
    [{ allow: ["Bash"] }, "default", "allow"],
    [{ allow: ["Bash(npm test)"] }, "default", "allow"],
    [{ allow: ["Bash(npm)"] }, "default", "ask"],
    [{ allow: ["Bash"], ask: ["Bash"] }, "default", "ask"],
    [{ allow: ["Bash"], ask: ["Bash"] }, "dontAsk", "deny"],
    [{ allow: ["Bash"], ask: ["Bash"], deny: ["Bash"] }, "default", "deny"],
    [{ allow: ["Bash"] }, "plan", "deny"],
    [{ deny: ["Bash(npm test)"] }, "unrestricted", "deny"],
    [{ ask: ["Bash"] }, "unrestricted", "ask"],
  ] as const)("%o in %s -> %s: deny > ask > allow", (texts, mode, verdict) => {
    const copy = structuredClone(texts) as unknown as Record<"allow" | "ask" | "deny", string[] | undefined>;
    expect(decide(mode, parseRules(copy), bash).verdict).toBe(verdict);
  });

  it("names the rule that decided", () => {
    expect(decide("default", parseRules({ deny: ["Bash"] }), bash)).toEqual({
      verdict: "deny",
      because: "rule",
      rule: "Bash",
    });
  });

  it("allows only what a rule covers whole, and refuses what it touches at all", () => {
    const two: GateRequest = { ...write, resources: [...write.resources, ...writeOutside.resources] };
    expect(decide("default", parseRules({ allow: ["Write(/w/a)"] }), two).verdict).toBe("ask");
    expect(decide("default", parseRules({ deny: ["Write(/x)"] }), two).verdict).toBe("deny");
  });
});

describe("parseRule", () => {
  it("keeps brackets and line breaks of a command", () => {
    const command = 'echo "(x)" *.ts \\*\nls';
    expect(
      parseRule(exactRule({ ...bash, resources: [{ kind: "command", command, folder: "/w", parts: null }] }) ?? "").exact,
    ).toBe(command);
  });
  it.each(["", "(x)", "Bash(", "Bash(git:*)", "a b"])("refuses %s", (text) => {
    expect(() => parseRule(text)).toThrow();
  });
});
