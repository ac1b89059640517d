import { isDataMap, type DataMap } from "../parse/data-map.ts";
import { countPoints } from "../parse/check-fields.ts";
import { fieldTable } from "../parse/field-table.ts";
import { readToolList } from "../parse/allowed-tools.ts";
import { shorten } from "../parse/report.ts";
import type { Profile } from "./finding.ts";
import type { Findings } from "./findings.ts";

type LineOf = (key: string) => number | undefined;

const keysOf = (...owners: string[]) =>
  new Set(fieldTable.filter((row) => owners.includes(row.of)).map((row) => row.key));

/** Ours: of no meaning to others, and no error where others are not asked. */
const ownKeys: ReadonlySet<string> = new Set([
  "type",
  "max_iterations",
  "max-iterations",
  "allowed_tools",
  "context_budget",
  "restrict",
  "requires",
]);

/** `type: meta` marks a skill about skills: such a skill must not fail the very check that it tells authors to pass. */
function isOwn(key: string, data: DataMap, profile: Profile): boolean {
  return profile === "claude" ? ownKeys.has(key) : key === "type" && data[key] === "meta";
}

/** Keys that a profile does not know: one error that names them all, sorted. */
export function checkKeys(data: DataMap, profile: Profile, findings: Findings, lineOf: LineOf): void {
  const known = profile === "portable" ? keysOf("standard") : keysOf("standard", "claude");
  const others = Object.keys(data)
    .filter((key) => !known.has(key))
    .sort();
  const own = others.filter((key) => isOwn(key, data, profile));
  const unknown = others.filter((key) => !own.includes(key));
  if (unknown.length > 0)
    findings.error("unknown-fields", { line: lineOf(unknown[0] ?? ""), detail: unknown.join(", ") });
  for (const key of own) findings.warn("own-field", { line: lineOf(key), detail: key });
}

export function checkDescription(data: DataMap, findings: Findings, lineOf: LineOf): void {
  const { description } = data;
  const line = lineOf("description");
  if (description === undefined) findings.error("description-missing");
  else if (typeof description !== "string" || description.trim() === "")
    findings.error("description-empty-or-not-string", { line });
  else if (countPoints(description) > 1024)
    findings.error("description-too-long", { line, detail: String(countPoints(description)) });
}

export function checkCompatibility(data: DataMap, findings: Findings, lineOf: LineOf): void {
  const { compatibility } = data;
  if (compatibility === undefined) return;
  const line = lineOf("compatibility");
  if (typeof compatibility !== "string") findings.error("compatibility-not-string", { line });
  else if (countPoints(compatibility) > 500)
    findings.error("compatibility-too-long", { line, detail: String(countPoints(compatibility)) });
  else if (compatibility.trim() === "") findings.warn("compatibility-empty", { line });
}

/** What the standard's text wants and its reference validator does not look at. */
export function checkBeyond(data: DataMap, profile: Profile, findings: Findings, lineOf: LineOf): void {
  const { license, metadata } = data;
  if (license !== undefined && typeof license !== "string")
    findings.warn("license-not-string", { line: lineOf("license") });
  if (metadata !== undefined && metadata !== "") {
    const line = lineOf("metadata");
    if (!isDataMap(metadata)) findings.warn("metadata-not-a-map", { line });
    else if (Object.values(metadata).some((value) => typeof value !== "string"))
      findings.warn("metadata-nested", { line });
  }
  checkTools(data, profile, findings, lineOf);
}

function checkTools(data: DataMap, profile: Profile, findings: Findings, lineOf: LineOf): void {
  const tools = data["allowed-tools"];
  if (tools === undefined) return;
  const line = lineOf("allowed-tools");
  if (profile === "portable") {
    if (typeof tools !== "string") findings.warn("allowed-tools-list", { line });
    else if (tools.replaceAll(/\([^()]*\)/g, "").includes(","))
      findings.warn("allowed-tools-comma", { line });
  }
  const broad = readToolList(tools).filter((rule) =>
    /^(?:\*|Bash(?:\(\s*(?:\*|:\*|\*:\*)\s*\))?)$/.test(rule),
  );
  if (broad.length > 0) findings.warn("broad-grant", { line, detail: shorten(broad.join(" ")) });
}
