import { canonicalToolName } from "../../protocol/tool-names.ts";
import type { Data } from "../skill.ts";

const maxRules = 500;

/** Cuts at blanks and commas that stand outside parentheses. */
function splitRules(text: string): string[] {
  const rules: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= text.length && rules.length < maxRules; at++) {
    const char = text[at];
    if (char === "(") depth++;
    else if (char === ")") depth = Math.max(0, depth - 1);
    const isEnd = char === undefined || (depth === 0 && /[\s,]/.test(char));
    if (!isEnd) continue;
    if (at > start) rules.push(text.slice(start, at));
    start = at + 1;
  }
  return rules;
}

/** A rule with its tool under our name; `WebFetch(domain: x)` loses its blank. */
function readRule(rule: string): string {
  const open = rule.indexOf("(");
  if (open === -1) return canonicalToolName(rule);
  const specifier = rule.slice(open).replace(/^\((\s*)domain:\s+/i, "(domain:");
  return canonicalToolName(rule.slice(0, open)) + specifier;
}

/** A list's item as the rule it was written as: YAML takes `WebFetch(domain: x)` for a map. */
function textOfItem(item: Data): string[] {
  if (typeof item === "string") return [item];
  if (Array.isArray(item)) return item.flatMap(textOfItem);
  return Object.entries(item).flatMap(([key, value]) =>
    typeof value === "string" ? [key.includes("(") ? `${key}: ${value}` : key] : [key],
  );
}

/**
 * The rules of `allowed-tools`, from a text (blanks or commas between) or a list. One rule each, without repetition;
 * tools under our names, what stands in parentheses as it is.
 */
export function readToolList(value: Data): string[] {
  const texts = typeof value === "string" ? [value] : textOfItem(value);
  const rules = texts.flatMap(splitRules).slice(0, maxRules).map(readRule);
  return [...new Set(rules)];
}
