import type { Translate } from "../../protocol/index.ts";
import { fieldTable } from "../../skill/parse/field-table.ts";
import { parseSkill } from "../../skill/parse/parse-skill.ts";
import { writeSkillFile } from "../../skill/parse/write-skill.ts";

/**
 * A SKILL.md that every client understands: the six keys of the standard on top, all others as one text under
 * `metadata.skillmint`, where we find them again. `undefined` for a text that cannot be read.
 */
export function toPortableText(bytes: Uint8Array, name: string, t: Translate): string | undefined {
  const { state, fields, extra, body } = parseSkill(bytes, { path: "SKILL.md", folderName: name, t });
  if (state === "unreadable") return undefined;
  const { description, license, compatibility, allowedTools } = fields;
  const others: Record<string, unknown> = { ...extra };
  for (const { field, key, of } of fieldTable)
    if (of !== "standard" && field !== "version" && fields[field] !== undefined) others[key] = fields[field];
  const metadata = Object.entries(fields.metadata ?? {}).flatMap(([key, value]) =>
    key === "skillmint" || key.startsWith("skillmint.")
      ? []
      : [[key, typeof value === "string" ? value : JSON.stringify(value)]],
  );
  if (fields.version !== undefined && !metadata.some(([key]) => key === "version"))
    metadata.push(["version", fields.version]);
  if (Object.keys(others).length > 0) metadata.push(["skillmint", JSON.stringify(others)]);
  return writeSkillFile(
    {
      name,
      description,
      license,
      compatibility,
      "allowed-tools": allowedTools?.join(" "),
      metadata: metadata.length === 0 ? undefined : Object.fromEntries(metadata),
    },
    body,
  );
}
