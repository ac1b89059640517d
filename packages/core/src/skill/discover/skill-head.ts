import type { Data, ParsedSkill } from "../skill.ts";

/** What is kept of a file that was read: everything but its body. */
export interface SkillHead extends Omit<ParsedSkill, "body" | "bodyLine"> {
  /** Differs where the content does. */
  stamp: string;
}

const states = new Set(["ok", "plain", "unreadable"]);

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Data as parsing makes it: its maps have no prototype. */
function toData(value: unknown): Data {
  if (Array.isArray(value)) return value.map(toData);
  return isMap(value) ? toMap(value) : String(value);
}

function toMap(map: Record<string, unknown>): { [key: string]: Data } {
  const bare = Object.create(null) as { [key: string]: Data };
  for (const [key, value] of Object.entries(map)) bare[key] = toData(value);
  return bare;
}

/** A head that went through JSON; `undefined` where it is none. */
export function reviveHead(value: unknown): SkillHead | undefined {
  if (!isMap(value) || !isMap(value["fields"]) || !isMap(value["extra"])) return undefined;
  const isWhole =
    states.has(value["state"] as string) &&
    typeof value["stamp"] === "string" &&
    Array.isArray(value["diagnostics"]);
  if (!isWhole) return undefined;
  const head = value as unknown as SkillHead;
  const { fields } = head;
  head.extra = toMap(head.extra);
  if (fields.metadata !== undefined) fields.metadata = toMap(fields.metadata);
  if (fields.hooks !== undefined) fields.hooks = toData(fields.hooks);
  if (fields.mcpServers !== undefined) fields.mcpServers = toData(fields.mcpServers);
  return head;
}
