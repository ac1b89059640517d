import type { Translate } from "../../protocol/index.ts";
import type { Data, SkillFields } from "../skill.ts";
import { createDataMap, type DataMap } from "./data-map.ts";
import { findField, isOption, type FieldRow } from "./field-table.ts";
import { stripControls } from "./hidden-text.ts";
import { readValue } from "./read-value.ts";
import { shorten, type Report } from "./report.ts";
import { readOptions } from "./skillmint-options.ts";

interface Reading {
  fields: SkillFields;
  extra: DataMap;
  report: Report;
  t: Translate;
}

/** Frontmatter as the fields we know, under one spelling each, and the rest as it is. */
export function readFields(
  data: DataMap,
  report: Report,
  t: Translate,
): { fields: SkillFields; extra: DataMap } {
  const reading: Reading = { fields: {}, extra: createDataMap(), report, t };
  for (const key of Object.keys(data)) readField(reading, data, key);
  const { fields, extra } = reading;
  if (fields.metadata !== undefined) readMetadata(reading, fields.metadata);
  if (fields.name !== undefined && !/^[\w:-]*$/.test(fields.name))
    fields.name = stripControls(fields.name).replaceAll(/\s+/g, " ");
  if (fields.description !== undefined) fields.description = stripControls(fields.description);
  if (fields.whenToUse !== undefined) fields.whenToUse = stripControls(fields.whenToUse);
  return { fields, extra };
}

function readField(reading: Reading, data: DataMap, key: string): void {
  const row = findField(key);
  const value = data[key] ?? "";
  if (row === undefined) {
    reading.extra[key] = value;
    tell(reading, "info", "unknown-field", key);
    return;
  }
  // The proper spelling counts, wherever it stands; else the first.
  if (key !== row.key && (row.key in data || row.field in reading.fields))
    tell(reading, "warning", "repeated-field", key);
  else setField(reading, row, value, key);
}

function setField(reading: Reading, row: FieldRow, data: Data, key: string): void {
  const read = readValue(data, row);
  if (read === "wrong") tell(reading, "warning", "wrong-type", key);
  else if (read !== "absent") (reading.fields as Record<string, unknown>)[row.field] = read.value;
}

function tell(
  { report, t }: Reading,
  severity: "info" | "warning",
  code: "unknown-field" | "repeated-field" | "wrong-type" | "unknown-option",
  key: string,
): void {
  report.add(severity, code, t(`skillParse.${code}`, { key: shorten(key) }), report.lineOf(key));
}

function readMetadata(reading: Reading, metadata: DataMap): void {
  const { version } = metadata;
  if (typeof version === "string" && version.trim() !== "") reading.fields.version = version.trim();
  if (!Object.keys(metadata).some((key) => key === "skillmint" || key.startsWith("skillmint."))) return;
  const options = readOptions(metadata);
  if (options === undefined) {
    tell(reading, "warning", "wrong-type", "skillmint");
    return;
  }
  for (const [key, value] of Object.entries(options)) {
    const row = findField(key);
    if (row === undefined || !isOption(row)) tell(reading, "info", "unknown-option", key);
    else setField(reading, row, value, key);
  }
}
