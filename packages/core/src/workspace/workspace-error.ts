/**
 * Why a path or a file was refused. Wording them for people and models is the caller's: the texts stand under
 * `builtin.path.<code>`.
 */
export type WorkspaceErrorCode =
  | "name-invalid"
  | "link-loop"
  | "not-found"
  | "is-folder"
  | "not-a-folder"
  | "special"
  | "hard-link"
  | "swapped"
  | "changed"
  | "denied"
  | "read-only"
  | "disk-full"
  | "failed";

const marker = Symbol.for("skillmint.workspace-error");

/** A path or file that the workspace refuses. Nothing was changed. */
export class WorkspaceError extends Error {
  readonly [marker] = true;
  readonly code: WorkspaceErrorCode;
  readonly path: string;

  constructor(code: WorkspaceErrorCode, path: string, options: { detail?: string; cause?: unknown } = {}) {
    super(options.detail ?? `${code}: ${path.slice(0, 200)}`, { cause: options.cause });
    this.name = "WorkspaceError";
    this.code = code;
    this.path = path;
  }

  static is(value: unknown): value is WorkspaceError {
    return typeof value === "object" && value !== null && marker in value;
  }
}

const codes: Record<string, WorkspaceErrorCode> = {
  ENOENT: "not-found",
  ENOTDIR: "not-a-folder",
  EISDIR: "is-folder",
  ELOOP: "link-loop",
  ENAMETOOLONG: "name-invalid",
  ERR_INVALID_ARG_VALUE: "name-invalid",
  EACCES: "denied",
  EPERM: "denied",
  EROFS: "read-only",
  ENOSPC: "disk-full",
  EDQUOT: "disk-full",
  ENXIO: "special",
  ENODEV: "special",
};

/** The code of a system error, `ENOENT` and the like. */
export function systemCode(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** A system error as one of ours; what is one already stays as it is. */
export function toWorkspaceError(error: unknown, path: string): WorkspaceError {
  if (WorkspaceError.is(error)) return error;
  const system = systemCode(error);
  const detail = system ?? (error instanceof Error ? error.message : String(error));
  return new WorkspaceError(codes[system ?? ""] ?? "failed", path, { detail, cause: error });
}
