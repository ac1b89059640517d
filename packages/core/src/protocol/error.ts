import { z } from "zod";

/** code: HTTP status, exit code, may it be tried again as it is. The texts stand in text/error.ts. */
export const errorTable = {
  usage: { status: 400, exit: 2, retryable: false },
  internal: { status: 500, exit: 1, retryable: false },
  cancelled: { status: 499, exit: 130, retryable: false },
  "config-unreadable": { status: 422, exit: 1, retryable: false },
  "home-unwritable": { status: 507, exit: 1, retryable: false },
  "disk-full": { status: 507, exit: 1, retryable: true },
  "store-corrupt": { status: 500, exit: 1, retryable: false },
  "store-newer": { status: 500, exit: 1, retryable: false },
  "store-busy": { status: 503, exit: 1, retryable: true },
  "session-not-found": { status: 404, exit: 1, retryable: false },
  "session-busy": { status: 409, exit: 1, retryable: true },
  "lease-lost": { status: 409, exit: 1, retryable: true },
  "sequence-conflict": { status: 409, exit: 1, retryable: true },
  "needs-model": { status: 409, exit: 1, retryable: false },
  "job-not-found": { status: 404, exit: 1, retryable: false },
  "jobs-full": { status: 429, exit: 1, retryable: true },
  "task-not-found": { status: 404, exit: 1, retryable: false },
  "ask-not-found": { status: 404, exit: 1, retryable: false },
  "ask-answered": { status: 409, exit: 1, retryable: false },
  "nothing-asked": { status: 409, exit: 1, retryable: false },
  "nothing-to-undo": { status: 409, exit: 1, retryable: false },
  "blob-missing": { status: 404, exit: 1, retryable: false },
  "provider-unknown": { status: 400, exit: 2, retryable: false },
  "key-missing": { status: 400, exit: 1, retryable: false },
  "model-auth": { status: 502, exit: 1, retryable: false },
  "model-not-found": { status: 502, exit: 1, retryable: false },
  "model-rejected": { status: 502, exit: 1, retryable: false },
  "model-rate-limited": { status: 503, exit: 1, retryable: true },
  "model-overloaded": { status: 503, exit: 1, retryable: true },
  "model-unreachable": { status: 502, exit: 1, retryable: true },
  "model-stream-broken": { status: 502, exit: 1, retryable: true },
  "model-timeout": { status: 504, exit: 1, retryable: true },
  "model-bad-reply": { status: 502, exit: 1, retryable: false },
  "model-empty-reply": { status: 502, exit: 1, retryable: true },
  "model-refused": { status: 502, exit: 1, retryable: false },
  "model-filtered": { status: 502, exit: 1, retryable: false },
  "context-overflow": { status: 413, exit: 1, retryable: false },
  "cassette-mismatch": { status: 409, exit: 1, retryable: false },
  "cassette-unreadable": { status: 422, exit: 1, retryable: false },
  "skill-not-found": { status: 404, exit: 1, retryable: false },
  "skill-refused": { status: 409, exit: 1, retryable: false },
  "draft-not-found": { status: 404, exit: 1, retryable: false },
  "version-not-found": { status: 404, exit: 1, retryable: false },
  "authoring-failed": { status: 502, exit: 1, retryable: true },
  "prompt-refused": { status: 409, exit: 1, retryable: false },
  "hook-stopped": { status: 409, exit: 1, retryable: false },
  "mcp-server-unknown": { status: 404, exit: 1, retryable: false },
  "mcp-failed": { status: 502, exit: 1, retryable: false },
  "web-failed": { status: 502, exit: 1, retryable: true },
  "browser-failed": { status: 502, exit: 1, retryable: false },
  "browser-refused": { status: 403, exit: 1, retryable: false },
  "package-missing": { status: 424, exit: 1, retryable: false },
  "pack-invalid": { status: 422, exit: 1, retryable: false },
  "pack-locked": { status: 403, exit: 1, retryable: false },
  "pack-failed": { status: 409, exit: 1, retryable: false },
  "install-refused": { status: 409, exit: 1, retryable: false },
  "install-unapproved": { status: 409, exit: 3, retryable: false },
} as const satisfies Record<string, { status: number; exit: number; retryable: boolean }>;

export type ErrorCode = keyof typeof errorTable;
export const errorCodes = Object.keys(errorTable) as ErrorCode[];

export type ErrorParams = Record<string, string | number>;

/** How an error travels in an event or a reply: a code, what is needed to word it, the other side's own words. */
export const problem = z.object({
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  detail: z.string().optional(),
});
export type Problem = z.infer<typeof problem>;

const marker = Symbol.for("skillmint.error");

/**
 * The one error class. `detail` holds the words of whoever failed (a provider, the system), without secrets.
 * Its `message` is for developers; people read `explain(error)` in their language.
 */
export class SkillmintError extends Error {
  readonly [marker] = true;
  readonly code: ErrorCode;
  readonly params: ErrorParams;
  readonly detail: string | undefined;
  readonly retryable: boolean;

  constructor(
    code: ErrorCode,
    options: { params?: ErrorParams; detail?: string; cause?: unknown; retryable?: boolean } = {},
  ) {
    super(options.detail ? `${code}: ${options.detail}` : code, { cause: options.cause });
    this.name = "SkillmintError";
    this.code = code;
    this.params = options.params ?? {};
    this.detail = options.detail;
    this.retryable = options.retryable ?? errorTable[code].retryable;
  }

  static is(value: unknown): value is SkillmintError {
    return typeof value === "object" && value !== null && marker in value;
  }

  toProblem(): Problem {
    return {
      code: this.code,
      ...(Object.keys(this.params).length > 0 ? { params: this.params } : {}),
      ...(this.detail === undefined ? {} : { detail: this.detail }),
    };
  }
}

/** Whatever was thrown, as one of ours. */
export function toSkillmintError(value: unknown): SkillmintError {
  if (SkillmintError.is(value)) return value;
  const error = value instanceof Error ? value : new Error(String(value));
  const system = error as { code?: unknown };
  if (system.code === "ENOSPC" || system.code === "EDQUOT") {
    return new SkillmintError("disk-full", { detail: error.message, cause: error });
  }
  return new SkillmintError("internal", { detail: error.message, cause: error });
}
