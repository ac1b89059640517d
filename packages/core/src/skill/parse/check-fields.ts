import type { Translate } from "../../protocol/index.ts";
import type { SkillFields } from "../skill.ts";
import { comparableName, isConfusable } from "./comparable-name.ts";
import { shorten, type Report } from "./report.ts";

const maxNameLength = 64;
const maxDescriptionLength = 1024;

/** Length in code points, as the standard counts. */
export function countPoints(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0xdc00 && code <= 0xdfff) count--;
  }
  return count;
}

/** Tells what of a skill's name and description the standard does not allow. None of it stops the skill. */
export function checkFields(fields: SkillFields, folderName: string, report: Report, t: Translate): void {
  checkName(fields.name, folderName, report, t);
  const { description } = fields;
  if (description === undefined)
    report.add(
      "warning",
      "description-missing",
      t("skillParse.description-missing"),
      report.lineOf("description"),
    );
  else if (description.length > maxDescriptionLength && countPoints(description) > maxDescriptionLength)
    report.add(
      "warning",
      "description-too-long",
      t("skillParse.description-too-long", { length: countPoints(description) }),
      report.lineOf("description"),
    );
}

function checkName(name: string | undefined, folderName: string, report: Report, t: Translate): void {
  if (name === undefined) {
    report.add("warning", "name-missing", t("skillParse.name-missing", { folder: folderName }));
    return;
  }
  const isSlug = name.length <= maxNameLength && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name);
  if (isSlug && name === folderName) return;
  const line = report.lineOf("name");
  const comparable = comparableName(name);
  if (countPoints(comparable) > maxNameLength)
    report.add(
      "warning",
      "name-too-long",
      t("skillParse.name-too-long", { length: countPoints(comparable) }),
      line,
    );
  if (!isSlug && !/^[\p{Ll}\p{Lo}\p{Lm}\p{N}]+(?:-[\p{Ll}\p{Lo}\p{Lm}\p{N}]+)*$/u.test(comparable))
    report.add(
      "warning",
      "name-invalid-characters",
      t("skillParse.name-invalid-characters", { name: shorten(name) }),
      line,
    );
  if (comparable !== comparableName(folderName))
    report.add(
      "warning",
      "name-dir-mismatch",
      t("skillParse.name-dir-mismatch", { name: shorten(name), folder: folderName }),
      line,
    );
  if (isConfusable(name))
    report.add("warning", "confusable-name", t("skillParse.confusable-name", { name: shorten(name) }), line);
}
