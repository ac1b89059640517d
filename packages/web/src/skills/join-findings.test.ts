import { describe, expect, it } from "vitest";
import { joinFindings } from "./join-findings.ts";

describe("joinFindings", () => {
  it("says once what validator and reading both say, errors first", () => {
    const check = {
      valid: false,
      errors: [{ code: "name-charset", message: "bad name", line: 2 }],
      warnings: [{ code: "body-long", message: "long" }],
    };
    const read = (code: string, severity: "error" | "warning" | "info", line?: number) => ({
      path: "SKILL.md",
      severity,
      code,
      message: code,
      ...(line === undefined ? {} : { line }),
    });
    const joined = joinFindings(check, [
      read("name-charset", "warning", 2),
      read("yaml", "error", 4),
      read("unknown-key", "info", 5),
      read("other", "warning"),
    ]);
    expect(joined.map(({ code, severity }) => [code, severity])).toEqual([
      ["name-charset", "error"],
      ["yaml", "error"],
      ["body-long", "warning"],
      ["other", "warning"],
    ]);
  });
});
