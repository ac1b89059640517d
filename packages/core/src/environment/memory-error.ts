import type { Translate } from "../protocol/index.ts";
import type { KeyProblem } from "./memory-key.ts";
import type { MemoryScope } from "./memory-place.ts";

/** Why a memory was not read or written. */
export type MemoryProblem =
  | { code: "key"; key: string; problem: KeyProblem }
  | { code: "not-found"; key: string; scope: MemoryScope; names: readonly string[] }
  | { code: "untrusted" }
  | { code: "no-project" }
  | { code: "no-skill" }
  | { code: "no-agent" }
  | { code: "no-agent-project" }
  | { code: "too-large"; bytes: number; limit: number }
  | { code: "full"; bytes: number; limit: number }
  | { code: "too-many"; limit: number }
  | { code: "link"; path: string }
  /** `current` is the text that stands there now. */
  | { code: "changed"; key: string; current: string }
  | { code: "unusable"; path: string; detail: string };

type Words = {
  [C in MemoryProblem["code"]]: (problem: Extract<MemoryProblem, { code: C }>, t: Translate) => string;
};

const words: Words = {
  key: ({ key, problem }, t) => wordKeyProblem(key, problem, t),
  "not-found": ({ key, scope, names }, t) =>
    t("memory.notFound", { key, scope, names: names.length > 0 ? names.join(", ") : "–" }),
  untrusted: (_, t) => t("memory.untrusted"),
  "no-project": (_, t) => t("memory.noProject"),
  "no-skill": (_, t) => t("memory.noSkill"),
  "no-agent": (_, t) => t("memory.noAgent"),
  "no-agent-project": (_, t) => t("memory.noAgentProject"),
  "too-large": (problem, t) => t("memory.tooLarge", problem),
  full: (problem, t) => t("memory.full", problem),
  "too-many": (problem, t) => t("memory.tooMany", problem),
  link: (problem, t) => t("memory.link", problem),
  changed: (problem, t) => t("memory.changed", problem),
  unusable: (problem, t) => t("memory.unusable", problem),
};

/** A hostile key is shown as far as it can be seen. */
function wordKeyProblem(key: string, problem: KeyProblem, t: Translate): string {
  const shown = JSON.stringify(key.length > 80 ? `${key.slice(0, 80)}…` : key);
  if (problem === "empty") return t("memory.key.empty");
  if (problem === "long") return t("memory.key.long");
  return t(`memory.key.${problem}`, { key: shown });
}

const marker = Symbol.for("skillmint.memory-error");

export class MemoryError extends Error {
  readonly [marker] = true;
  readonly problem: MemoryProblem;

  constructor(problem: MemoryProblem, options: { cause?: unknown } = {}) {
    super(problem.code, options);
    this.name = "MemoryError";
    this.problem = problem;
  }

  static is(value: unknown): value is MemoryError {
    return typeof value === "object" && value !== null && marker in value;
  }

  /** For a person or a model: what is wrong and what to do. */
  explain(t: Translate): string {
    const word = words[this.problem.code] as (problem: MemoryProblem, t: Translate) => string;
    return word(this.problem, t);
  }
}
