import type { Translate } from "../../protocol/index.ts";
import { WorkspaceError } from "../../workspace/workspace-error.ts";
import { ToolFailure } from "../define-tool.ts";

export type FailureKey =
  | "builtin.read.failed"
  | "builtin.write.failed"
  | "builtin.edit.failed"
  | "builtin.ls.failed"
  | "builtin.glob.failed"
  | "builtin.grep.failed";

const shownChars = 200;

/** Why a path was refused, in words. */
export function explainPath(error: WorkspaceError, shown: string, t: Translate): string {
  const path = shown.length > shownChars ? `${shown.slice(0, shownChars)}…` : shown;
  if (error.code === "failed") return t("builtin.path.failed", { path, detail: error.message });
  return t(`builtin.path.${error.code}`, { path: path.replaceAll("\0", "\\0") });
}

/** What the workspace refused becomes a failure that the model reads; everything else stays what it is. */
export function pathFailure(error: unknown, key: FailureKey, shown: string, t: Translate): unknown {
  if (!WorkspaceError.is(error)) return error;
  return new ToolFailure(t(key, { reason: explainPath(error, shown, t) }), { cause: error });
}
