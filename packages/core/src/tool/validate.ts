import type { z } from "zod";
import type { Translate } from "../protocol/index.ts";
import type { Tool } from "./define-tool.ts";

export type Validated = { ok: true; input: Record<string, unknown> } | { ok: false; message: string };

function renameAliases(
  input: Record<string, unknown>,
  aliases: Record<string, string>,
): Record<string, unknown> {
  const renamed: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(input)) {
    const name = Object.hasOwn(aliases, key) ? (aliases[key] as string) : key;
    if (name === key || !Object.hasOwn(input, name)) renamed[name] = value;
  }
  return renamed;
}

type Issue = z.core.$ZodIssue;

/** Models send `"10"` for 10 and `"true"` for true, and null for what they leave out: the meaning is plain. */
function mend(input: Record<string, unknown>, issues: readonly Issue[]): Record<string, unknown> | undefined {
  const mended = { ...input };
  let changed = false;
  for (const issue of issues) {
    const key = issue.path[0];
    if (issue.path.length !== 1 || typeof key !== "string" || issue.code !== "invalid_type") continue;
    const value = input[key];
    if (value === null) {
      delete mended[key];
    } else if (typeof value === "string" && (issue.expected === "number" || issue.expected === "int")) {
      if (value.trim() === "" || !Number.isFinite(Number(value))) continue;
      mended[key] = Number(value);
    } else if ((value === "true" || value === "false") && issue.expected === "boolean") {
      mended[key] = value === "true";
    } else {
      continue;
    }
    changed = true;
  }
  return changed ? mended : undefined;
}

function wordIssue(issue: Issue, input: Record<string, unknown>, t: Translate): string {
  const name = issue.path.join(".") || "(all)";
  let value: unknown = input;
  for (const key of issue.path) value = (value as Record<PropertyKey, unknown> | undefined)?.[key];
  return issue.code === "invalid_type" && value === undefined
    ? t("tool.missingParameter", { name })
    : t("tool.invalidParameter", { name, problem: issue.message });
}

/** The arguments in the tool's own form, or a message from which the model can correct itself. */
export function validateInput(tool: Tool, raw: Record<string, unknown>, t: Translate): Validated {
  const input = renameAliases(raw, tool.aliases);
  const first = tool.input.safeParse(input);
  if (first.success) return { ok: true, input: first.data };
  const mended = mend(input, first.error.issues);
  const second = mended === undefined ? first : tool.input.safeParse(mended);
  if (second.success) return { ok: true, input: second.data };
  return {
    ok: false,
    message: second.error.issues.map((issue) => wordIssue(issue, mended ?? input, t)).join("\n"),
  };
}
