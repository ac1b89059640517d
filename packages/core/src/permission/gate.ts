import { basename } from "node:path";
import type { Mode } from "../protocol/index.ts";
import type { GateRequest } from "./request.ts";
import { findRule, type Rules } from "./rules.ts";

export type Verdict =
  | { verdict: "allow"; rule?: string }
  | { verdict: "ask"; rule?: string }
  | { verdict: "deny"; because: "rule" | "mode" | "plan"; rule?: string };

const guardedFolders = new Set([".git", ".skillmint", ".claude", ".agents", ".vscode", ".idea"]);
const guardedFiles = new Set([
  ".bashrc",
  ".bash_profile",
  ".profile",
  ".zshrc",
  ".zprofile",
  ".zshenv",
  ".gitconfig",
  ".gitmodules",
  ".mcp.json",
  ".npmrc",
]);

/** Places from which code runs by itself later: a write there is asked about in every mode but `unrestricted`. */
function isGuarded(path: string): boolean {
  const parts = path.toLowerCase().split(/[\\/]/);
  return parts.some((part) => guardedFolders.has(part)) || guardedFiles.has(basename(path).toLowerCase());
}

/** What the mode alone says, before rules. */
function judgeByMode(mode: Mode, request: GateRequest): "allow" | "ask" | "plan" {
  if (mode === "unrestricted" || request.effect === "interact") return "allow";
  const paths = request.resources.filter((resource) => resource.kind === "path");
  const outside = paths.some((path) => path.outside);
  if (request.effect === "read") return outside ? "ask" : "allow";
  if (mode === "plan") return "plan";
  const guarded = paths.some((path) => path.access === "write" && isGuarded(path.path));
  if (mode === "acceptEdits" && request.effect === "write" && paths.length > 0 && !outside && !guarded)
    return "allow";
  return "ask";
}

/**
 * The one place where a call is allowed, asked about or refused: deny > ask > allow. Pure. The answer names
 * the rule that decided.
 */
export function decide(mode: Mode, rules: Rules, request: GateRequest): Verdict {
  const denied = findRule(rules.deny, request, "any");
  if (denied) return { verdict: "deny", because: "rule", rule: denied.text };
  const byMode = judgeByMode(mode, request);
  if (byMode === "plan") return { verdict: "deny", because: "plan" };
  const asked = findRule(rules.ask, request, "any");
  if (!asked) {
    const allowed = findRule(rules.allow, request, "all");
    if (allowed) return { verdict: "allow", rule: allowed.text };
    if (byMode === "allow") return { verdict: "allow" };
  }
  if (mode === "dontAsk") return { verdict: "deny", because: "mode", ...(asked ? { rule: asked.text } : {}) };
  return { verdict: "ask", ...(asked ? { rule: asked.text } : {}) };
}
