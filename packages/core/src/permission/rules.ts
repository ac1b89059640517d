import { homedir } from "node:os";
import { createTranslate, SkillmintError, type Language, type RuleTexts } from "../protocol/index.ts";
import { readPathPattern, readPattern, type PathPattern, type Pattern } from "./pattern.ts";
import { resourceText, type GateRequest } from "./request.ts";

/** Where a rule was written. */
export type RuleSource = "user" | "project" | "environment" | "session" | "flag" | "skill" | "mode";

/** One alternative of a rule: what `Tool(…)` says about commands, paths and addresses. */
export interface Specifier {
  text: Pattern;
  path: PathPattern;
  /** Of `domain:x`. */
  domain?: string;
}

/** `Tool`, every call of it, or `Tool(specifier)`. */
export interface Rule {
  text: string;
  /** A tool's name, or the start of several (`mcp__server__`). */
  tool: string;
  isPrefix: boolean;
  /** Null: the tool as a whole. */
  specifiers: readonly Specifier[] | null;
  source: RuleSource;
  /** What `~` stands for. */
  home: string;
  /** Where relative paths start, if not at the session's folder. */
  root?: string;
}

export interface Rules {
  allow: Rule[];
  ask: Rule[];
  deny: Rule[];
}

export interface RuleOptions {
  source?: RuleSource;
  /** The real home folder. */
  home?: string;
  /** The folder of the file that a rule stands in: its relative paths start there. */
  root?: string;
  language?: Language;
}

const maxLength = 40_000;
/** Other names of tools. */
const aliases: Readonly<Record<string, string>> = { Agent: "Task", MultiEdit: "Edit" };

function splitSpecifier(specifier: string): string[] {
  const pieces = specifier.split(",").map((piece) => piece.trim());
  // A comma may be part of a command; several patterns all end in a star.
  return pieces.length > 1 && pieces.every((piece) => /(?<!\\)\*$/.test(piece) && piece !== "*")
    ? pieces
    : [specifier];
}

function readSpecifier(text: string): Specifier {
  const domain = /^domain:(.+)$/.exec(text)?.[1];
  return {
    text: readPattern(text),
    path: readPathPattern(text),
    ...(domain === undefined ? {} : { domain }),
  };
}

/** Throws `usage` where the text is no rule, naming it. */
export function parseRule(text: string, options: RuleOptions = {}): Rule {
  const match = /^([A-Za-z][\w.-]*?)(\*)?(?:\((.+)\))?$/s.exec(text.trim());
  const name = match?.[1];
  const specifier = match?.[3]?.trim();
  const isMcp = name?.startsWith("mcp__") === true;
  const isRule =
    name !== undefined && specifier !== "" && (match?.[2] === undefined || isMcp) && text.length <= maxLength;
  if (!isRule) {
    const message = createTranslate(options.language ?? "en")("permission.badRule", {
      rule: text.slice(0, 200),
    });
    throw new SkillmintError("usage", { params: { message } });
  }
  const isServer = isMcp && /^mcp__[^_]+(?:_[^_]+)*$/.test(name);
  return {
    text: text.trim(),
    tool: isServer ? `${name}__` : (aliases[name] ?? name),
    isPrefix: isServer || match?.[2] !== undefined,
    specifiers:
      specifier === undefined || specifier === "*" ? null : splitSpecifier(specifier).map(readSpecifier),
    source: options.source ?? "user",
    home: options.home ?? homedir(),
    ...(options.root === undefined ? {} : { root: options.root }),
  };
}

export function parseRules(
  texts: { [K in keyof RuleTexts]?: readonly string[] | undefined } | undefined,
  options: RuleOptions = {},
): Rules {
  const parse = (list: readonly string[] | undefined): Rule[] =>
    (list ?? []).map((text) => parseRule(text, options));
  return { allow: parse(texts?.allow), ask: parse(texts?.ask), deny: parse(texts?.deny) };
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
 * The rule that would allow exactly this call again, where one can say that: for a command its whole text,
 * whatever it touches. A `*` of the call's own is written `\*`, so that it is no pattern.
 */
export function exactRule(request: GateRequest): string | undefined {
  const commands = request.resources.filter((resource) => resource.kind === "command");
  const [only, ...more] = commands.length > 0 ? commands : request.resources;
  if (only === undefined)
    return request.subject && `${request.tool}(${request.subject.replaceAll(/[\\*]/g, "\\$&")})`;
  if (more.length > 0) return undefined;
  const special = only.kind === "path" ? /[\\*?]/g : /[\\*]/g;
  const rule = `${request.tool}(${resourceText(only).replaceAll(special, "\\$&")})`;
  return rule.length <= maxLength && rule.trim() === rule && !/\(\s|\s\)$/.test(rule) ? rule : undefined;
}
