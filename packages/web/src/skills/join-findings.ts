import type { SkillPage } from "@skillmint/core/protocol/api";

type Check = SkillPage["check"];
type Diagnostic = SkillPage["diagnostics"][number];

export interface ShownFinding {
  severity: "error" | "warning";
  code: string;
  message: string;
  line?: number | undefined;
}

/** Of the validator and of reading, errors first; what both say is said once. */
export function joinFindings(check: Check, diagnostics: readonly Diagnostic[]): ShownFinding[] {
  const read = diagnostics.filter(({ severity }) => severity !== "info");
  const all: ShownFinding[] = [
    ...check.errors.map((one) => ({ ...one, severity: "error" as const })),
    ...check.warnings.map((one) => ({ ...one, severity: "warning" as const })),
    ...read.map((one) => ({
      ...one,
      severity: one.severity === "error" ? ("error" as const) : ("warning" as const),
    })),
  ];
  const seen = new Set<string>();
  return all
    .filter(({ code, line }) => {
      const key = `${code} ${line ?? ""}`;
      return !seen.has(key) && seen.add(key);
    })
    .sort((a, b) => Number(a.severity === "warning") - Number(b.severity === "warning"));
}
