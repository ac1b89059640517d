import type { Data } from "../skill.ts";
import { createReport } from "../parse/report.ts";
import { decodeText } from "../parse/decode-text.ts";
import { isDataMap, type DataMap } from "../parse/data-map.ts";
import { maxFrontmatterLength } from "../parse/limits.ts";
import { parseSkill } from "../parse/parse-skill.ts";
import { quoteColons } from "../parse/repair-frontmatter.ts";
import { readYaml, type ReadYaml } from "../parse/read-yaml.ts";
import { splitFrontmatter, type SplitText } from "../parse/split-frontmatter.ts";
import { checkBody } from "./check-body.ts";
import { checkBeyond, checkCompatibility, checkDescription, checkKeys } from "./check-keys.ts";
import { checkName } from "./check-name.ts";
import type { ValidateOptions, Validation } from "./finding.ts";
import { createFindings, type Findings } from "./findings.ts";

/** Diagnostics of loading that are worth a warning; what the rules say themselves is not repeated. */
const passedOn = new Set([
  "hidden-characters",
  "bidi",
  "control-characters",
  "confusable-name",
  "invalid-utf8",
  "wrong-type",
  "repeated-field",
  "unknown-option",
]);

function startsWithMark(content: Uint8Array | string): boolean {
  return typeof content === "string"
    ? content.charCodeAt(0) === 0xfeff
    : content[0] === 0xef && content[1] === 0xbb;
}

/**
 * The strict reading of a SKILL.md, rule by rule as the reference validator does it, on the file as it is. Where only
 * an unquoted colon keeps it from being YAML, the other rules are applied to what was meant. Reads no other file.
 */
export function validateText(
  content: Uint8Array | string,
  folderName: string,
  options: ValidateOptions,
): Omit<Validation, "path"> {
  const findings = createFindings(options.t);
  const decoded = decodeText(content);
  const split = decoded.text === undefined ? undefined : splitFrontmatter(decoded.text);
  if (split === undefined || decoded.notes.includes("utf-16"))
    findings.error("encoding-invalid", { line: 1 });
  else if (startsWithMark(content) || split.isIndented || split.state === "none")
    findings.error("no-frontmatter", { line: 1 });
  else if (split.state === "unclosed") findings.error("unclosed-frontmatter", { line: 1 });
  else checkFrontmatter(split, folderName, options, findings);
  if (split !== undefined) checkBody(split.body, split.bodyLine, findings);
  return finish(content, folderName, options, findings);
}

function finish(
  content: Uint8Array | string,
  folderName: string,
  { t }: ValidateOptions,
  { errors, warnings }: Findings,
): Omit<Validation, "path"> {
  const { fields, diagnostics } = parseSkill(content, { path: "", folderName, t });
  for (const { code, message, line } of diagnostics)
    if (passedOn.has(code)) warnings.push({ code, message, ...(line === undefined ? {} : { line }) });
  return {
    ...(fields.name === undefined ? {} : { name: fields.name }),
    ...(fields.description === undefined ? {} : { description: fields.description }),
    valid: errors.length === 0,
    errors,
    warnings,
  };
}

function checkFrontmatter(
  split: SplitText,
  folderName: string,
  options: ValidateOptions,
  findings: Findings,
): void {
  const data = readStrict(split, findings);
  if (data === undefined) return;
  if (!isDataMap(data)) {
    findings.error("not-a-mapping", { line: split.frontmatterLine });
    return;
  }
  const { lineOf } = createReport("", split.frontmatter, split.frontmatterLine);
  checkRules(data, folderName, options, findings, lineOf);
}

function checkRules(
  data: DataMap,
  folderName: string,
  { profile }: ValidateOptions,
  findings: Findings,
  lineOf: (key: string) => number | undefined,
): void {
  checkKeys(data, profile, findings, lineOf);
  checkName(data["name"], folderName, findings, lineOf("name"));
  checkDescription(data, findings, lineOf);
  checkCompatibility(data, findings, lineOf);
  checkBeyond(data, profile, findings, lineOf);
}

function readStrict(split: SplitText, findings: Findings): Data | undefined {
  const offset = split.frontmatterLine - 1;
  if (split.frontmatter.length > maxFrontmatterLength) {
    findings.error("yaml-invalid", { line: split.frontmatterLine, detail: "TOO_LONG" });
    return undefined;
  }
  const read = readYaml(split.frontmatter);
  if (read.data !== undefined) {
    tellFeatures(read, offset, findings);
    return read.data;
  }
  const [problem] = read.problems;
  findings.error("yaml-invalid", {
    line: offset + (problem?.line ?? 1),
    ...(problem === undefined ? {} : { detail: problem.code }),
  });
  const quoted = quoteColons(split.frontmatter);
  const repaired = quoted === undefined ? undefined : readYaml(quoted);
  if (repaired !== undefined) tellFeatures(repaired, offset, findings);
  return repaired?.data;
}

function tellFeatures({ features }: ReadYaml, offset: number, findings: Findings): void {
  for (const { kind, name, line } of features) {
    const place = { line: offset + line, detail: name };
    if (kind === "duplicate") findings.error("yaml-duplicate-key", place);
    else if (kind === "tag") findings.error("yaml-tag", place);
    else if (kind === "anchor") findings.warn("yaml-anchor", place);
    else findings.warn("yaml-flow-style", { line: offset + line });
  }
}
