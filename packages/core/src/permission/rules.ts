import { SkillmintError, type RuleTexts } from "../protocol/index.ts";
import { resourceText, type GateRequest } from "./request.ts";

/** `Tool` means every call of it, `Tool(text)` exactly that command, path or address. */
export interface Rule {
  text: string;
  tool: string;
  exact?: string;
}

export interface Rules {
  allow: Rule[];
  ask: Rule[];
  deny: Rule[];
}

export function parseRule(text: string): Rule {
  const match = /^([A-Za-z][\w-]*)(?:\((.+)\))?$/s.exec(text.trim());
  const tool = match?.[1];
  if (tool === undefined) {
    throw new SkillmintError("usage", {
      params: { message: `Not a rule: ${text}. Expected Tool or Tool(exact text)` },
    });
  }
  const specifier = match?.[2];
  if (specifier === undefined) return { text, tool };
  if (/(?<!\\)(?:\\\\)*\*/.test(specifier)) {
    const message = `Patterns are not understood in rules yet: ${text}. Give the exact text, or the tool alone`;
    throw new SkillmintError("usage", { params: { message } });
  }
  return { text, tool, exact: specifier.replaceAll(/\\([\\*])/g, "$1") };
}

export function parseRules(texts: { [K in keyof RuleTexts]?: string[] | undefined } | undefined): Rules {
  return {
    allow: (texts?.allow ?? []).map(parseRule),
    ask: (texts?.ask ?? []).map(parseRule),
    deny: (texts?.deny ?? []).map(parseRule),
  };
}

/** Rules of several places are one list: none comes before another, deny > ask > allow decides. */
export function joinRules(...all: readonly Rules[]): Rules {
  return {
    allow: all.flatMap((rules) => rules.allow),
    ask: all.flatMap((rules) => rules.ask),
    deny: all.flatMap((rules) => rules.deny),
  };
}

/**
 * The rule that would allow exactly this call again, where one can say that. A `*` of the call's own is written
 * `\\*`, so that it is no pattern.
 */
export function exactRule(request: GateRequest): string | undefined {
  const only = request.resources.length === 1 ? request.resources[0] : undefined;
  return only && `${request.tool}(${resourceText(only).replaceAll(/[\\*]/g, "\\$&")})`;
}

/** An allowing rule must cover everything a call touches, a refusing one any part of it. */
export function findRule(
  rules: readonly Rule[],
  request: GateRequest,
  cover: "all" | "any",
): Rule | undefined {
  return rules.find((rule) => {
    if (rule.tool !== request.tool) return false;
    if (rule.exact === undefined) return true;
    const texts = request.resources.map(resourceText);
    if (texts.length === 0) return false;
    return cover === "all" ? texts.every((text) => text === rule.exact) : texts.includes(rule.exact);
  });
}
