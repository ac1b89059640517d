import type { SkillFields } from "../skill.ts";

export type FieldKind = "text" | "flag" | "count" | "tools" | "words" | "paths" | "data" | "map" | "requires";

export interface FieldRow {
  /** Where the value goes. */
  field: keyof SkillFields;
  kind: FieldKind;
  /** The spelling that counts where several are there. */
  key: string;
  /** Other words for it, squashed: lower case, without `-`, `_` and blanks. */
  others?: readonly string[];
  /** Who knows the key: the standard (six keys), Claude Code (twenty), or only we. */
  of: "standard" | "claude" | "own";
  /** Largest number that counts. */
  max?: number;
}

/** Every key of frontmatter that means something here. */
export const fieldTable: readonly FieldRow[] = [
  { field: "name", kind: "text", key: "name", of: "standard" },
  { field: "description", kind: "text", key: "description", others: ["desc"], of: "standard" },
  { field: "license", kind: "text", key: "license", others: ["licence"], of: "standard" },
  { field: "compatibility", kind: "text", key: "compatibility", of: "standard" },
  { field: "metadata", kind: "map", key: "metadata", of: "standard" },
  {
    field: "allowedTools",
    kind: "tools",
    key: "allowed-tools",
    others: ["tools", "allowedtool"],
    of: "standard",
  },
  {
    field: "whenToUse",
    kind: "text",
    key: "when_to_use",
    others: ["whentouse", "trigger", "triggers", "usewhen"],
    of: "claude",
  },
  {
    field: "argumentHint",
    kind: "text",
    key: "argument-hint",
    others: ["argumentshint", "arghint"],
    of: "claude",
  },
  { field: "arguments", kind: "words", key: "arguments", others: ["args"], of: "claude" },
  { field: "disableModelInvocation", kind: "flag", key: "disable-model-invocation", of: "claude" },
  { field: "userInvocable", kind: "flag", key: "user-invocable", others: ["userinvokable"], of: "claude" },
  { field: "disallowedTools", kind: "tools", key: "disallowed-tools", others: ["deniedtools"], of: "claude" },
  { field: "model", kind: "text", key: "model", of: "claude" },
  { field: "effort", kind: "text", key: "effort", of: "claude" },
  { field: "context", kind: "text", key: "context", of: "claude" },
  { field: "agent", kind: "text", key: "agent", of: "claude" },
  { field: "background", kind: "flag", key: "background", of: "claude" },
  { field: "hooks", kind: "data", key: "hooks", of: "claude" },
  { field: "paths", kind: "paths", key: "paths", others: ["globs"], of: "claude" },
  { field: "shell", kind: "text", key: "shell", of: "claude" },
  { field: "version", kind: "text", key: "version", of: "own" },
  { field: "type", kind: "text", key: "type", of: "own" },
  {
    field: "maxIterations",
    kind: "count",
    key: "max_iterations",
    others: ["maxturns"],
    of: "own",
    max: 1000,
  },
  { field: "contextBudget", kind: "count", key: "context_budget", of: "own", max: 100_000_000 },
  { field: "restrict", kind: "flag", key: "restrict", of: "own" },
  { field: "requires", kind: "requires", key: "requires", others: ["requirements"], of: "own" },
  { field: "mcpServers", kind: "data", key: "mcpServers", of: "own" },
];

/** What may stand under `metadata.skillmint`: all that says more than the standard's own keys do. */
export function isOption(row: FieldRow): boolean {
  return row.of !== "standard" || row.field === "allowedTools";
}

export function squash(key: string): string {
  return key.toLowerCase().replaceAll(/[-_ ]/g, "");
}

const byKey: ReadonlyMap<string, FieldRow> = new Map(
  fieldTable.flatMap((row) =>
    [row.key, squash(row.key), ...(row.others ?? [])].map((key) => [key, row] as const),
  ),
);

/** The row of a key in any of its spellings. */
export function findField(key: string): FieldRow | undefined {
  return byKey.get(key) ?? byKey.get(squash(key));
}
