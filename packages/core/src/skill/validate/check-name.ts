import type { Data } from "../skill.ts";
import { countPoints } from "../parse/check-fields.ts";
import { shorten } from "../parse/report.ts";
import type { Findings } from "./findings.ts";

/** The rules of a name, in the order of the reference validator. */
export function checkName(
  value: Data | undefined,
  folderName: string,
  findings: Findings,
  line: number | undefined,
): void {
  if (value === undefined) return findings.error("name-missing");
  if (typeof value !== "string" || value.trim() === "")
    return findings.error("name-empty-or-not-string", { line });
  const name = value.trim().normalize("NFKC");
  const place = { line, detail: shorten(name) };
  if (countPoints(name) > 64) findings.error("name-too-long", { line, detail: String(countPoints(name)) });
  if (name !== name.toLowerCase()) findings.error("name-not-lowercase", place);
  if (name.startsWith("-") || name.endsWith("-")) findings.error("name-hyphen-edge", place);
  if (name.includes("--")) findings.error("name-consecutive-hyphens", place);
  if (!/^[\p{L}\p{N}-]*$/u.test(name)) findings.error("name-invalid-characters", place);
  if (folderName.normalize("NFKC") !== name)
    findings.error("name-dir-mismatch", { line, detail: shorten(folderName) });
}
