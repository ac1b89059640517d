import { findAllowing } from "../permission/find-rule.ts";
import type { GateRequest } from "../permission/request.ts";
import type { Rule } from "../permission/rules.ts";

/** What a skill that restricts leaves of the tools: only calls that its rules name. */
export interface Restriction {
  skill: string;
  rules: readonly Rule[];
}

/** Asking a person is never taken away. */
const always = new Set(["AskUserQuestion"]);

/** Tools that only reach what another one started. */
const companions: Readonly<Record<string, string>> = {
  BashOutput: "Bash",
  KillShell: "Bash",
  TaskOutput: "Task",
};

/** A list of tools means exactly these: `Read` is not also Grep, as it is in the rules of a person. */
function rulesFor(restriction: Restriction, tool: string): Rule[] {
  return restriction.rules.filter((rule) =>
    rule.isPrefix ? tool.startsWith(rule.tool) : rule.tool === tool,
  );
}

/** Finding the tools of servers goes with any of them: it calls none. */
function findsLeft({ rules }: Restriction, tool: string): boolean {
  return tool === "McpTools" && rules.some((rule) => rule.tool.startsWith("mcp__"));
}

/** Whether a tool is offered at all under a restriction. */
export function leavesTool(restriction: Restriction, tool: string): boolean {
  return always.has(tool) || findsLeft(restriction, tool) || rulesFor(restriction, tool).length > 0;
}

/** Whether a restriction leaves this very call. */
export function leavesCall(restriction: Restriction, request: GateRequest): boolean {
  const { tool } = request;
  if (always.has(tool) || findsLeft(restriction, tool)) return true;
  const main = companions[tool];
  if (main !== undefined && leavesTool(restriction, main)) return true;
  const rules = rulesFor(restriction, tool);
  if (rules.some((rule) => rule.specifiers === null)) return true;
  return findAllowing(rules, request, true) !== undefined;
}
