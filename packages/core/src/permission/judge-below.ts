import type { Mode } from "../protocol/index.ts";
import { findTouching, isReadingRule } from "./find-rule.ts";
import { decide } from "./gate.ts";
import { isSecret, secretPatterns } from "./guarded-path.ts";
import { anyDepth, readPathPattern, refusesPath } from "./pattern.ts";
import { allowedBelow, onlyPath, refusedBelow, spellGlob, type Rest } from "./pattern-below.ts";
import type { GateRequest } from "./request.ts";
import type { Rule, Rules } from "./rules.ts";

/** A folder that the gate let a tool look into. */
export interface Below {
  tool: string;
  /** The real path. */
  folder: string;
  /** The real folder that relative patterns of rules start from. */
  root: string;
  /** The tool shows what is in files, or only their names: a file that is merely asked about may be named. */
  shows: "contents" | "names";
}

/** A rule that may keep something below the folder back. */
export interface KeepingRule {
  text: string;
  refuses: boolean;
  /** The only path, relative to the folder, that it is about; what lies below that included. */
  only?: string;
}

/** What of a folder is not shown although the gate let the tool look into it. Patterns are those of .gitignore. */
export interface JudgeBelow {
  /** Whether a real path below the folder may be shown. What the patterns leave out it refuses too. */
  isOpen(path: string): boolean;
  rules: readonly KeepingRule[];
  /** What fits, in any case, is kept back by rules, with all below it. */
  trees: readonly string[];
  /** Files that fit may hold secrets. A later one counts more, `!` takes out again. */
  secrets: readonly string[];
}

function requestFor({ tool, root }: Below, path: string): GateRequest {
  return {
    tool,
    effect: "read",
    // A person, a rule or the mode let the tool into the folder, wherever it lies.
    resources: [{ kind: "path", path, access: "read", outside: false }],
    root,
  };
}

function restsOf(rule: Rule, { folder, root }: Below): Rest[] {
  const places = { root: rule.root ?? root, home: rule.home };
  return (rule.specifiers ?? []).flatMap(({ path }) =>
    refusesPath(path, folder, places) ? [[anyDepth]] : refusedBelow(path, folder, places),
  );
}

function spellSecrets(rules: Rules, below: Below): string[] {
  const places = { root: undefined, home: "/" };
  const spell = (patterns: readonly string[]): string[] =>
    patterns.flatMap((text) =>
      refusedBelow(readPathPattern(`/**/${text}`), below.folder, places).map((rest) => spellGlob(rest, true)),
    );
  const allowed = rules.allow
    .filter((rule) => isReadingRule(rule, below.tool))
    .flatMap((rule) =>
      (rule.specifiers ?? []).flatMap((specifier) =>
        allowedBelow(specifier.path, below.folder, { root: rule.root ?? below.root, home: rule.home }),
      ),
    );
  return [
    ...spell(secretPatterns.trees).flatMap((glob) => [glob, `${glob}/**`]),
    ...spell(secretPatterns.files),
    ...[...spell(secretPatterns.except), ...allowed.map((rest) => spellGlob(rest, false))].map(
      (glob) => `!${glob}`,
    ),
  ];
}

function wordRule(rule: Rule, refuses: boolean, rests: readonly Rest[]): KeepingRule {
  const only = rests.length === 1 && rests[0] ? onlyPath(rests[0]) : undefined;
  return { text: rule.text, refuses, ...(only === undefined ? {} : { only }) };
}

/**
 * What rules and the guard of secrets say about the files below a folder, each judged as if it had been asked for.
 * What would be asked about is kept back, unless the same question was already about the folder: who was let in
 * then has its answer. Pure; undefined where nothing can be kept back.
 */
export function judgeBelow(mode: Mode, rules: Rules, below: Below): JudgeBelow | undefined {
  const onFolder = requestFor(below, below.folder);
  const isNames = below.shows === "names";
  const keeping = (list: readonly Rule[], refuses: boolean) =>
    list.flatMap((rule) => {
      const rests = isReadingRule(rule, below.tool) ? restsOf(rule, below) : [];
      return rests.length === 0 ? [] : [{ rule, rests, worded: wordRule(rule, refuses, rests) }];
    });
  const deny = keeping(rules.deny, true);
  const ask = isNames
    ? []
    : keeping(
        rules.ask.filter((rule) => !findTouching([rule], onFolder)),
        false,
      );
  const guardsSecrets = !isNames && mode !== "unrestricted" && !isSecret(below.folder);
  const all = [...deny, ...ask];
  if (all.length === 0 && !guardsSecrets) return undefined;
  const narrowed: Rules = {
    deny: deny.map(({ rule }) => rule),
    ask: ask.map(({ rule }) => rule),
    allow: rules.allow,
  };
  return {
    isOpen: (path) =>
      decide(guardsSecrets ? mode : "unrestricted", narrowed, requestFor(below, path)).verdict === "allow",
    rules: all.map(({ worded }) => worded),
    trees: all.flatMap(({ rests }) => rests.map((rest) => spellGlob(rest, false))),
    secrets: guardsSecrets ? spellSecrets(rules, below) : [],
  };
}
