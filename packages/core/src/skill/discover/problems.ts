import type { Diagnostic, TextKey, Translate } from "../../protocol/index.ts";

const maxProblems = 100;

/** What was wrong with one root, in words; a flood of the same kind is counted, not listed. */
export interface Problems {
  add(diagnostic: Diagnostic): void;
  list(): Diagnostic[];
}

export function createProblems(folder: string, t: Translate, limit = maxProblems): Problems {
  const kept: Diagnostic[] = [];
  let rest = 0;
  return {
    add(diagnostic) {
      if (kept.length < limit) kept.push(diagnostic);
      else rest++;
    },
    list() {
      if (rest === 0) return kept;
      const message = t("discover.more-problems", { count: rest });
      return [...kept, { path: folder, severity: "warning", code: "more-problems", message }];
    },
  };
}

type CodeOf<K> = K extends `discover.problem.${infer Code}` ? Code : never;

/** The problems whose texts need nothing but the path of the diagnostic. */
export type PlainProblem = CodeOf<TextKey>;

/** A diagnostic whose code names its text. */
export function describeProblem(
  path: string,
  code: PlainProblem,
  t: Translate,
  severity: Diagnostic["severity"] = "warning",
): Diagnostic {
  return { path, severity, code, message: t(`discover.problem.${code}`) };
}
