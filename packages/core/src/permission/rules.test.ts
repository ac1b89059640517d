import { describe, expect, it } from "vitest";
import { SkillmintError } from "../protocol/index.ts";
import { decide } from "./gate.ts";
import { findAllowing, findTouching, offersTool } from "./find-rule.ts";
import type { GateRequest, Resource } from "./request.ts";
import { exactRule, joinRules, parseRule, parseRules } from "./rules.ts";

const home = "/home/u";
const path = (place: string, access: "read" | "write"): Resource => ({
  kind: "path",
  path: place,
  access,
  outside: false,
});
const call = (tool: string, ...resources: Resource[]): GateRequest => ({
  tool,
  effect: "read",
  resources,
  root: "/w",
});
const url = (address: string): GateRequest => call("WebFetch", { kind: "url", url: address });
const allows = (rule: string, request: GateRequest): boolean =>
  findAllowing([parseRule(rule, { home })], request, false) !== undefined;
const touches = (rule: string, request: GateRequest): boolean =>
  findTouching([parseRule(rule, { home })], request) !== undefined;

describe("parseRule", () => {
  it.each(["", "(x)", "Bash(", "Bash()", "Bash( )", "a b", "Bash*", "*", "Bash)x("])(
    "refuses %j, naming it",
    (text) => {
      expect(() => parseRule(text)).toThrow(SkillmintError);
      try {
        parseRule(text);
      } catch (error) {
        expect(
          SkillmintError.is(error) && error.code === "usage" && String(error.params?.["message"]),
        ).toContain(text);
      }
    },
  );
  it("keeps the source", () => {
    expect(parseRule("Bash", { source: "skill" }).source).toBe("skill");
    expect(parseRule("Bash").source).toBe("user");
  });
  it("joins rules of several places", () => {
    const all = joinRules(
      parseRules({ allow: ["A"] }),
      parseRules({ allow: ["B"], deny: ["C"] }, { source: "flag" }),
    );
    expect(all.allow.map((rule) => rule.text)).toEqual(["A", "B"]);
    expect(all.deny[0]).toMatchObject({ text: "C", source: "flag" });
  });
});

describe("exactRule", () => {
  const command = (text: string): GateRequest =>
    call("Bash", { kind: "command", command: text, folder: "/w", parts: null }, path("/w/x", "write"));
  it.each(['echo "(x)" *.ts \\*\nls', "echo a, b:*", "ls *", "a\\b", "git log:*"])(
    "allows %j again and nothing else",
    (text) => {
      const rule = exactRule(command(text)) ?? "";
      const { specifiers } = parseRule(rule);
      expect(specifiers).toMatchObject([{ text: { kind: "exact", text } }]);
    },
  );
  it("names a path, an address or a subject, and never several things", () => {
    const strange = "/w/a*b?c\\d(e)";
    const rule = exactRule(call("Write", path(strange, "write"))) ?? "";
    expect(allows(rule, call("Write", path(strange, "write")))).toBe(true);
    expect(allows(rule, call("Write", path("/w/aXbXc\\d(e)", "write")))).toBe(false);
    expect(exactRule(url("https://x.io/a"))).toBe("WebFetch(https://x.io/a)");
    expect(exactRule({ ...call("Skill"), subject: "pdf" })).toBe("Skill(pdf)");
    expect(exactRule(call("Write", path("/a", "write"), path("/b", "write")))).toBeUndefined();
    expect(exactRule(call("X"))).toBeUndefined();
  });
});

describe("path rules", () => {
  it.each([
    ["Edit(src/**)", "Edit", "/w/src/a/b.ts", true],
    ["Edit(src/**)", "Write", "/w/src/a.ts", true],
    ["Edit(src/**)", "NotebookEdit", "/w/src/a.ipynb", true],
    ["Edit(src/**)", "Write", "/w/srcs/a.ts", false],
    ["Edit(src/**)", "Write", "/w-evil/src/a.ts", false],
    ["Edit(src/*.ts)", "Write", "/w/src/a.ts", true],
    ["Edit(src/*.ts)", "Write", "/w/src/b/a.ts", false],
    ["Edit(**/*.md)", "Write", "/w/a/b/c.md", true],
    ["Edit(docs/)", "Write", "/w/docs/a", true],
    ["Edit(a.txt)", "Write", "/w/a.txt", true],
    ["Edit(a.txt)", "Write", "/w/b/a.txt", false],
    ["Edit(a?c)", "Write", "/w/abc", true],
    ["Write(/abs/**)", "Write", "/abs/x", true],
    ["Write(/abs/**)", "Edit", "/abs/x", false],
    ["Read(//abs/x)", "Read", "/abs/x", true],
    ["Read(~/.ssh/**)", "Read", "/home/u/.ssh/id", true],
    ["Read(~/.ssh/**)", "Grep", "/home/u/.ssh", true],
    ["Read(src/**)", "Glob", "/w/src", true],
    ["Read(src/**)", "LS", "/w/src/a", true],
    ["Read(src/**)", "Write", "/w/src/a", false],
    ["Edit(SRC/**)", "Write", "/w/src/a", false],
    ["Edit(src/../x/**)", "Write", "/w/x/a", true],
    ["Edit", "Write", "/anything", true],
    ["Read", "Grep", "/anything", true],
    ["Write", "Edit", "/w/a", false],
  ])("%s allows %s of %s: %s", (rule, tool, place, expected) => {
    const access = ["Read", "Grep", "Glob", "LS"].includes(tool) ? "read" : "write";
    expect(allows(rule, call(tool, path(place, access)))).toBe(expected);
  });
  it.each([
    ["Read(.env)", "/w/sub/.env", true],
    ["Read(.env)", "/w/.ENV", true],
    ["Read(*.pem)", "/w/a/b.pem", true],
    ["Read(secrets)", "/w/secrets/a/b", true],
    ["Read(./secrets)", "/w/a/secrets", false],
    ["Read(a/b)", "/w/a/b/c", true],
    ["Read(a/b)", "/w/a/bc", false],
    ["Read(~/.ssh)", "/home/u/.ssh/id", true],
    ["Read(//etc)", "/etc/passwd", true],
  ])("%s touches %s: %s", (rule, place, expected) => {
    expect(touches(rule, call("Read", path(place, "read")))).toBe(expected);
    expect(touches(rule, call("Bash", path(place, "read")))).toBe(expected);
    expect(touches(rule, call("Bash", path(place, "write")))).toBe(false);
  });
  it("without a root, relative patterns allow nothing and refuse at any depth", () => {
    const request: GateRequest = { tool: "Read", effect: "read", resources: [path("/w/src/a", "read")] };
    expect(allows("Read(src/a)", request)).toBe(false);
    expect(touches("Read(src/a)", request)).toBe(true);
  });
  it("is quick with many stars", () => {
    const start = performance.now();
    allows(`Read(${"*a".repeat(200)}b)`, call("Read", path(`/w/${"a".repeat(4_000)}`, "read")));
    allows(`Read(${"**/a/".repeat(200)}b)`, call("Read", path(`/w/${"a/".repeat(2_000)}`, "read")));
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});

describe("other rules", () => {
  it.each([
    ["WebFetch(domain:good.io)", "https://good.io/x", true],
    ["WebFetch(domain:good.io)", "https://a.good.io/x", true],
    ["WebFetch(domain:good.io)", "https://GOOD.io:8443/x", true],
    ["WebFetch(domain:good.io)", "https://good.io.evil.com/x", false],
    ["WebFetch(domain:good.io)", "https://evilgood.io/x", false],
    ["WebFetch(domain:good.io)", "https://good.io./x", false],
    ["WebFetch(domain:good.io)", "https://evil.com/good.io", false],
    ["WebFetch(domain:good.io)", "https://good.io@evil.com/", false],
    ["WebFetch(domain:good.io)", "nonsense", false],
    ["WebFetch(https://x.io/a)", "https://x.io/a", true],
    ["WebFetch(https://x.io/a)", "https://x.io/ab", false],
    ["WebFetch(https://x.io/*)", "https://x.io/ab", true],
  ])("S9: %s allows %s: %s", (rule, address, expected) => {
    expect(allows(rule, url(address))).toBe(expected);
  });
  it("refuses a domain however it is written", () => {
    expect(touches("WebFetch(domain:evil.io)", url("https://evil.io./x"))).toBe(true);
    expect(touches("WebFetch(domain:evil.io)", url("nonsense"))).toBe(true);
    expect(touches("WebFetch(domain:evil.io)", url("https://good.io"))).toBe(false);
  });
  it.each([
    ["mcp__github", "mcp__github__get", true],
    ["mcp__github__*", "mcp__github__get", true],
    ["mcp__github__get", "mcp__github__get", true],
    ["mcp__github__get", "mcp__github__get_all", false],
    ["mcp__github__get*", "mcp__github__get_all", true],
    ["mcp__git", "mcp__github__get", false],
    ["mcp__my_server", "mcp__my_server__x", true],
  ])("%s allows %s: %s", (rule, tool, expected) => {
    expect(allows(rule, call(tool))).toBe(expected);
  });
  it("knows skills and agents by their subject", () => {
    const skill = { ...call("Skill"), subject: "pdf" };
    expect(allows("Skill(pdf)", skill)).toBe(true);
    expect(allows("Skill(pd)", skill)).toBe(false);
    expect(touches("Skill(p*)", skill)).toBe(true);
    expect(touches("Agent(explore)", { ...call("Task"), subject: "explore" })).toBe(true);
  });
  it("does not offer a tool that is denied as a whole", () => {
    const rules = parseRules({ deny: ["Edit", "Bash(rm:*)", "mcp__x", "WebFetch(*)"] });
    const names = ["Edit", "Write", "Read", "Bash", "mcp__x__y", "mcp__z__y", "WebFetch"];
    expect(names.filter((name) => offersTool(rules, name))).toEqual(["Read", "Bash", "mcp__z__y"]);
  });
  it("covers everything a call touches, and is touched by any of it", () => {
    const two = call("Write", path("/w/a", "write"), path("/w/b", "write"));
    expect(allows("Write(a)", two)).toBe(false);
    expect(touches("Write(b)", two)).toBe(true);
    expect(findAllowing(parseRules({ allow: ["Write(a)", "Edit(b)"] }).allow, two, false)).toBeDefined();
  });
});

it("starts a project's relative paths at the folder of its file, wherever the session stands", () => {
  const deny = parseRules({ deny: ["Read(secrets/**)"] }, { source: "project", root: "/repo" });
  const path = (at: string) => ({ kind: "path" as const, path: at, access: "read" as const, outside: false });
  const request = (at: string) => ({
    tool: "Read",
    effect: "read" as const,
    resources: [path(at)],
    root: "/repo/sub",
  });
  expect(decide("default", deny, request("/repo/secrets/a")).verdict).toBe("deny");
  expect(decide("default", deny, request("/repo/sub/a")).verdict).toBe("allow");
});
