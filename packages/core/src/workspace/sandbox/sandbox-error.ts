import type { SandboxReason } from "./sandbox.ts";

const marker = Symbol.for("skillmint.sandbox-error");

/**
 * The sandbox refuses: `unavailable` when one is required and there is none, `failed` when it did not come up. The
 * command did not run.
 */
export class SandboxError extends Error {
  readonly [marker] = true;
  readonly code: "unavailable" | "failed";
  readonly reason: SandboxReason | undefined;

  constructor(code: "unavailable" | "failed", options: { reason?: SandboxReason; detail?: string } = {}) {
    super(options.detail ?? options.reason?.detail ?? options.reason?.code ?? code);
    this.name = "SandboxError";
    this.code = code;
    this.reason = options.reason;
  }

  static is(value: unknown): value is SandboxError {
    return typeof value === "object" && value !== null && marker in value;
  }
}
