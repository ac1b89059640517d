import { basename } from "node:path";
import type { Diagnostic, Translate } from "../../protocol/index.ts";
import { maxFrontmatterLength, maxSkillBytes } from "../parse/limits.ts";
import { parseSkill } from "../parse/parse-skill.ts";
import { readSidecar } from "../parse/sidecar.ts";
import { stampContent } from "./content-stamp.ts";
import { describeProblem } from "./problems.ts";
import type { BoundedRead, BoundedReader } from "./read-bounded.ts";
import type { Sighting } from "./sighting.ts";
import type { SkillHead } from "./skill-head.ts";
import type { SkillIndex } from "./skill-index.ts";

/** How a sighting is called where its frontmatter does not say. */
export function placeName(sighting: Pick<Sighting, "folder" | "command">): string {
  return sighting.command?.split(":").at(-1) ?? basename(sighting.folder);
}

/** Words for a file that could not be read. */
export function describeRead(
  file: string,
  read: Extract<BoundedRead, { problem: unknown }>,
  t: Translate,
): Diagnostic {
  if (read.problem === "changed") return describeProblem(file, "skill-changed", t);
  if (read.problem === "not-a-file") return describeProblem(file, "skill-not-a-file", t);
  const code = `skill-${read.problem}`;
  const message =
    read.problem === "too-large"
      ? t("discover.skill-too-large", { limit: maxSkillBytes })
      : t("discover.skill-unreadable", { reason: read.detail ?? "" });
  return { path: file, severity: "error", code, message };
}

/** What is usual for a command, and a fault of a skill. */
function isUsual({ code }: Diagnostic): boolean {
  return code === "no-frontmatter" || code.startsWith("name-");
}

export interface HeadTools {
  index: SkillIndex;
  reader: BoundedReader;
  language: string;
  t: Translate;
  now: () => number;
}

/** Reads and parses a file that the index does not know, and tells the index. */
export function readHead(sighting: Sighting, tools: HeadTools): SkillHead | { problem: Diagnostic } {
  const { index, reader, language, t, now } = tools;
  const readAt = now();
  const read = reader.read(sighting.file, maxSkillBytes, sighting.stats);
  if ("problem" in read) return { problem: describeRead(sighting.file, read, t) };
  const parsed = parseSkill(read.bytes, { path: sighting.file, folderName: placeName(sighting), t });
  const stamp = stampContent(read.bytes);
  const beside = sighting.sidecar && readBeside(sighting.sidecar, reader);
  const head: SkillHead = {
    state: parsed.state,
    fields: { ...parsed.fields, ...beside?.fields },
    extra: parsed.extra,
    diagnostics:
      sighting.command === undefined
        ? parsed.diagnostics
        : parsed.diagnostics.filter((diagnostic) => !isUsual(diagnostic)),
    stamp,
  };
  const files = { file: sighting.file, stats: read.stats };
  index.set(beside ? { ...files, sidecar: beside } : files, language, head, readAt);
  return head;
}

function readBeside({ file, stats }: NonNullable<Sighting["sidecar"]>, reader: BoundedReader) {
  const read = reader.read(file, maxFrontmatterLength, stats);
  if ("problem" in read) return { file, stats, fields: {} };
  return { file, stats: read.stats, fields: readSidecar(new TextDecoder().decode(read.bytes)) };
}
