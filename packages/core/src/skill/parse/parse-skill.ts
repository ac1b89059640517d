import type { Translate } from "../../protocol/index.ts";
import type { ParsedSkill } from "../skill.ts";
import { checkFields } from "./check-fields.ts";
import { createDataMap } from "./data-map.ts";
import { decodeText, type DecodedText } from "./decode-text.ts";
import { findHidden } from "./hidden-text.ts";
import { maxSkillBytes } from "./limits.ts";
import { readFields } from "./read-fields.ts";
import { readFrontmatter, type Frontmatter } from "./read-frontmatter.ts";
import { createReport, shorten, type Report } from "./report.ts";
import { splitFrontmatter, type SplitText } from "./split-frontmatter.ts";

export interface SkillPlace {
  path: string;
  /** What the skill is called where it does not say so itself. */
  folderName: string;
  t: Translate;
}

function unreadable(report: Report, rest?: { body: string; bodyLine: number }): ParsedSkill {
  return {
    state: "unreadable",
    fields: {},
    extra: createDataMap(),
    body: rest?.body ?? "",
    bodyLine: rest?.bodyLine ?? 1,
    diagnostics: report.diagnostics,
  };
}

/**
 * Reads a SKILL.md that anyone may have written. Never throws and never runs or constructs anything; takes time linear
 * in the text. What is wrong is in `diagnostics`, with lines of the file.
 */
export function parseSkill(source: Uint8Array | string, place: SkillPlace): ParsedSkill {
  return parse(source, place, {});
}

/** The same without the body, for a list of skills: most of a file is then never made a text. */
export function parseHead(
  source: Uint8Array | string,
  place: SkillPlace,
): Omit<ParsedSkill, "body" | "bodyLine"> {
  const { state, fields, extra, diagnostics } = parse(source, place, { headOnly: true });
  return { state, fields, extra, diagnostics };
}

function parse(source: Uint8Array | string, place: SkillPlace, options: { headOnly?: boolean }): ParsedSkill {
  const { path, t } = place;
  if (source.length > maxSkillBytes) {
    const report = createReport(path, "", 1);
    report.add("error", "too-large", t("skillParse.too-large", { limit: maxSkillBytes }));
    return unreadable(report);
  }
  const decoded = decodeText(source, options);
  if (decoded.text === undefined) {
    const report = createReport(path, "", 1);
    report.add("error", "binary", t("skillParse.binary"));
    return unreadable(report);
  }
  const split = splitFrontmatter(decoded.text);
  const report = createReport(path, split.frontmatter, split.frontmatterLine);
  tellText(decoded, split, report, t);
  if (split.state === "closed") return readClosed(split, place, report);
  if (split.state === "unclosed") {
    report.add("error", "unclosed-frontmatter", t("skillParse.unclosed-frontmatter"), 1);
    return unreadable(report, split);
  }
  report.add("warning", "no-frontmatter", t("skillParse.no-frontmatter"), 1);
  const { body, bodyLine } = split;
  return {
    state: "plain",
    fields: {},
    extra: createDataMap(),
    body,
    bodyLine,
    diagnostics: report.diagnostics,
  };
}

function tellText(decoded: DecodedText, split: SplitText, report: Report, t: Translate): void {
  for (const note of decoded.notes) report.add("warning", note, t(`skillParse.${note}`));
  if (split.isIndented) report.add("warning", "leading-whitespace", t("skillParse.leading-whitespace"), 1);
  // Where nothing is suspect, only what a terminal obeys is left, and that matters where it is shown.
  const offset = decoded.suspect === undefined ? split.frontmatterLine - 1 : 0;
  for (const { kind, points, line } of findHidden(decoded.suspect ?? split.frontmatter))
    report.add("warning", kind, t(`skillParse.${kind}`, { points: points.join(", ") }), line + offset);
}

function readClosed(split: SplitText, { folderName, t }: SkillPlace, report: Report): ParsedSkill {
  const { body, bodyLine } = split;
  const frontmatter = readFrontmatter(split.frontmatter);
  tellFrontmatter(frontmatter, split.frontmatterLine - 1, report, t);
  if (frontmatter.data === undefined) return unreadable(report, split);
  const { fields, extra } = readFields(frontmatter.data, report, t);
  checkFields(fields, folderName, report, t);
  return { state: "ok", fields, extra, body, bodyLine, diagnostics: report.diagnostics };
}

function tellFrontmatter(read: Frontmatter, offset: number, report: Report, t: Translate): void {
  const { problem } = read;
  if (typeof problem === "string") report.add("error", problem, t(`skillParse.${problem}`), offset + 1);
  else if (problem !== undefined && read.data === undefined)
    report.add(
      "error",
      "yaml-invalid",
      t("skillParse.yaml-invalid", { detail: detailOf(problem) }),
      offset + problem.line,
    );
  else if (problem !== undefined)
    report.add(
      "warning",
      "yaml-repaired",
      t("skillParse.yaml-repaired", { detail: detailOf(problem) }),
      offset + problem.line,
    );
  for (const { key, line } of read.duplicates)
    report.add(
      "warning",
      "duplicate-key",
      t("skillParse.duplicate-key", { key: shorten(key) }),
      offset + line,
    );
  for (const { key, line } of read.dropped)
    report.add(
      "warning",
      "field-dropped",
      t("skillParse.field-dropped", { key: shorten(key) }),
      offset + line,
    );
}

function detailOf({ code, message }: { code: string; message: string }): string {
  return message === "" ? code : shorten(`${code}: ${message}`);
}
