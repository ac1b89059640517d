import { SkillmintError, toSkillmintError } from "../../protocol/index.ts";

/** Primary result codes of SQLite. */
const codes = {
  busy: 5,
  locked: 6,
  readonly: 8,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
} as const;

function primaryCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("errcode" in error)) return undefined;
  return typeof error.errcode === "number" ? error.errcode & 0xff : undefined;
}

export function isBusy(error: unknown): boolean {
  const code = primaryCode(error);
  return code === codes.busy || code === codes.locked;
}

const unwritable = new Set(["EACCES", "EPERM", "EROFS", "ENOTDIR", "EISDIR", "EEXIST"]);

/** What the database or the file system said, as one of our errors; ours are passed on as they are. */
export function toStoreError(error: unknown, path: string, waitedMs: number): SkillmintError {
  if (SkillmintError.is(error)) return error;
  const detail = error instanceof Error ? error.message : String(error);
  switch (primaryCode(error)) {
    case codes.busy:
    case codes.locked:
      return new SkillmintError("store-busy", {
        params: { path, seconds: Math.round(waitedMs / 1000) },
        cause: error,
      });
    case codes.corrupt:
    case codes.notADatabase:
      return new SkillmintError("store-corrupt", { params: { path }, detail, cause: error });
    case codes.full:
      return new SkillmintError("disk-full", { detail, cause: error });
    case codes.readonly:
    case codes.cannotOpen:
      return new SkillmintError("home-unwritable", { params: { path }, detail, cause: error });
    default:
  }
  const system = error instanceof Error && "code" in error ? String(error.code) : "";
  if (unwritable.has(system)) {
    return new SkillmintError("home-unwritable", { params: { path }, detail, cause: error });
  }
  return toSkillmintError(error);
}
