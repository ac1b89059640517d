import { describe, expect, it } from "vitest";
import { parseRules } from "../permission/rules.ts";
import type { GateRequest, Resource } from "../permission/request.ts";
import { leavesCall, leavesTool, type Restriction } from "./restriction.ts";

function restrictTo(...allow: string[]): Restriction {
  return { skill: "x", rules: parseRules({ allow }, { source: "skill", home: "/home/me" }).allow };
}

function command(text: string, readOnly = false): Resource {
  const part = { text, words: text.split(" "), readOnly, planSafe: readOnly, layers: [text], allowLayers: 1 };
  return { kind: "command", command: text, folder: "/w", parts: [part] };
}

function call(tool: string, ...resources: Resource[]): GateRequest {
  return { tool, effect: "execute", resources, root: "/w" };
}

const path = (name: string, access: "read" | "write" = "read"): Resource => ({
  kind: "path",
  path: name,
  access,
  outside: false,
});

describe("a skill that restricts", () => {
  it("leaves finding the tools of servers where it leaves any of those", () => {
    const [some, none] = [restrictTo("mcp__files__read"), restrictTo("Read")];
    expect([leavesTool(some, "McpTools"), leavesTool(none, "McpTools")]).toEqual([true, false]);
    expect(leavesCall(some, call("McpTools"))).toBe(true);
    expect(leavesTool(some, "mcp__files__write")).toBe(false);
  });

  it("leaves exactly the tools it lists, and asking a person", () => {
    const only = restrictTo("Read", "Edit");
    const all = ["Read", "Grep", "Glob", "LS", "Edit", "Write", "Bash", "AskUserQuestion"];
    expect(all.filter((tool) => leavesTool(only, tool))).toEqual(["Read", "Edit", "AskUserQuestion"]);
    expect(leavesCall(only, call("Grep", path("/w")))).toBe(false);
    expect(leavesCall(only, call("Write", path("/w/a", "write")))).toBe(false);
    expect(leavesCall(only, call("Read", path("/w/a")))).toBe(true);
  });

  it("leaves of a tool only what a pattern covers", () => {
    const only = restrictTo("Bash(git add:*)", "Read(docs/**)");
    expect(leavesTool(only, "Bash")).toBe(true);
    expect(leavesCall(only, call("Bash", command("git add a.ts")))).toBe(true);
    expect(leavesCall(only, call("Bash", command("rm -r .")))).toBe(false);
    expect(leavesCall(only, call("Bash", command("ls", true)))).toBe(false);
    expect(leavesCall(only, call("Read", path("/w/docs/a.md")))).toBe(true);
    expect(leavesCall(only, call("Read", path("/w/src/a.ts")))).toBe(false);
  });

  it("leaves what reaches the shells that a listed Bash started", () => {
    expect(leavesCall(restrictTo("Bash"), call("KillShell"))).toBe(true);
    expect(leavesCall(restrictTo("Read"), call("KillShell"))).toBe(false);
  });

  it("knows the tools of a server by their prefix", () => {
    const only = restrictTo("mcp__files__*");
    expect(leavesTool(only, "mcp__files__read")).toBe(true);
    expect(leavesTool(only, "mcp__other__read")).toBe(false);
  });
});
