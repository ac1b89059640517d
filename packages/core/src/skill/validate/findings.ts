import type { TextKey, Translate } from "../../protocol/index.ts";
import type { Finding } from "./finding.ts";

type CheckCode = TextKey extends infer K ? (K extends `skillCheck.${infer C}` ? C : never) : never;

export interface Findings {
  readonly errors: Finding[];
  readonly warnings: Finding[];
  error(code: CheckCode, place?: FindingPlace): void;
  warn(code: CheckCode, place?: FindingPlace): void;
}

interface FindingPlace {
  line?: number | undefined;
  detail?: string;
}

const maxFindings = 200;

/** Collects findings in the order they are found; their words come from the catalogue. */
export function createFindings(t: Translate): Findings {
  const errors: Finding[] = [];
  const warnings: Finding[] = [];
  const add = (list: Finding[], code: CheckCode, { line, detail }: FindingPlace = {}) => {
    if (list.length >= maxFindings) return;
    const message = (t as (key: TextKey, params: { detail: string }) => string)(`skillCheck.${code}`, {
      detail: detail ?? "",
    });
    list.push({
      code,
      message,
      ...(line === undefined ? {} : { line }),
      ...(detail === undefined ? {} : { detail }),
    });
  };
  return {
    errors,
    warnings,
    error: (code, place) => add(errors, code, place),
    warn: (code, place) => add(warnings, code, place),
  };
}
