import { openResolved } from "../../workspace/open-resolved.ts";
import { WorkspaceError } from "../../workspace/workspace-error.ts";
import type { ResolvedPath } from "../../workspace/workspace.ts";
import { stampOf, writeFileAtomic, type FileStamp } from "../../workspace/write-file.ts";
import { ToolFailure, type ToolContext } from "../define-tool.ts";
import { compareFile, digest, rememberFile } from "./file-memory.ts";
import { explainPath } from "./path-failure.ts";
import { decodeText, maxWholeBytes, readAtMost, type DecodedText } from "./text-file.ts";

/** A file as it is before it is changed. */
export interface OldFile {
  /** Undefined when it is too large to be kept. */
  bytes: Uint8Array | undefined;
  stamp: FileStamp;
  mode: number;
}

export interface OldText extends OldFile {
  bytes: Uint8Array;
  text: DecodedText;
}

export async function readOldFile(resolved: ResolvedPath): Promise<OldFile> {
  const handle = await openResolved(resolved);
  try {
    const stats = await handle.stat();
    if (stats.nlink > 1) throw new WorkspaceError("hard-link", resolved.real);
    return {
      bytes: await readAtMost(handle, maxWholeBytes),
      stamp: stampOf(stats),
      mode: stats.mode & 0o777,
    };
  } finally {
    await handle.close();
  }
}

/** How a file relates to what the conversation knows of it. */
export function compareOld(
  context: ToolContext,
  resolved: ResolvedPath,
  old: OldFile,
): "unread" | "stale" | "same" {
  const sha256 = old.bytes === undefined ? null : digest(old.bytes);
  return compareFile(context.memory, resolved.real, {
    mtimeMs: old.stamp.mtimeMs,
    size: old.stamp.size,
    sha256,
  });
}

/** A text file of which a part is to be changed; everything that speaks against that is a failure for the model. */
export async function readOldText(
  resolved: ResolvedPath,
  shown: string,
  context: ToolContext,
): Promise<OldText> {
  const { t } = context;
  if (!resolved.exists) {
    const reason = explainPath(new WorkspaceError("not-found", resolved.real), shown, t);
    throw new ToolFailure(t("builtin.edit.failed", { reason: t("builtin.edit.missing", { reason }) }));
  }
  const old = await readOldFile(resolved);
  const { bytes } = old;
  if (bytes === undefined) {
    throw new ToolFailure(t("builtin.edit.tooLarge", { path: shown, limit: maxWholeBytes }));
  }
  const text = decodeText(bytes);
  if (text === undefined || !text.exact) throw new ToolFailure(t("builtin.edit.notText", { path: shown }));
  if (compareOld(context, resolved, old) === "stale") {
    throw new ToolFailure(t("builtin.edit.stale", { path: shown }));
  }
  return { ...old, bytes, text };
}

/**
 * Writes the change down and then does it, if the file is still the one that was seen. An old file that is too
 * large to be kept cannot be brought back, so no change is written down for it.
 */
export async function changeFile(
  context: ToolContext,
  resolved: ResolvedPath,
  old: OldFile | undefined,
  after: Uint8Array,
): Promise<void> {
  const { real } = resolved;
  const kept = old === undefined || old.bytes !== undefined;
  const mode = old === undefined ? {} : { mode: old.mode };
  await context.begin(kept ? { change: { path: real, before: old?.bytes ?? null, after, ...mode } } : {});
  const stamp = await writeFileAtomic(real, after, { expected: old?.stamp ?? null });
  rememberFile(context.memory, real, stamp, digest(after));
}
