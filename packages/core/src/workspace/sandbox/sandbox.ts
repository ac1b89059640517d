/** `auto`: where there is one; `require`: no command without it; `off`: never. */
export type SandboxChoice = "auto" | "require" | "off";

/** Why there is no sandbox. Worded by `sandbox.reason.<code>`. */
export type SandboxReasonCode =
  | "switched-off"
  | "platform"
  | "processor"
  | "bubblewrap-missing"
  | "namespaces-forbidden"
  | "bubblewrap-fails"
  | "socat-missing"
  | "nsenter-missing"
  | "network-fails"
  | "seatbelt-fails";

export interface SandboxReason {
  code: SandboxReasonCode;
  /** The system's own words. */
  detail?: string;
}

/** A program with its arguments, ready to be started. */
export type Program = readonly string[];

/** How a program starts inside the sandbox. */
export interface WrappedProgram {
  program: Program;
  /** The environment to start it with. */
  env: Record<string, string>;
  /** What has to be written to descriptor 5 of the started process, which is then closed. */
  descriptor5?: Uint8Array;
  /**
   * To be called once, when the program ended or was never started. `running`: it left processes behind, for which
   * the protection must stay until the sandbox is closed.
   */
  release(running: boolean): Promise<void>;
}

/**
 * A boundary around commands: they write only inside the workspace and a private temporary folder, cannot change or
 * make what is protected there, read no secrets, and reach only the network that was allowed.
 */
export interface Sandbox {
  /** `unavailable`: it was wanted and cannot be had here; `reason` says why. */
  readonly status: "on" | "off" | "unavailable";
  readonly reason?: SandboxReason;
  /** The private temporary folder, which commands find in TMPDIR. Absent where there is no sandbox. */
  readonly temp?: string;
  /**
   * Where the status is not `on`, the program comes back as it is, unless a sandbox was required: then this throws
   * a `SandboxError` and nothing may be run.
   */
  wrap(request: { program: Program; folder: string; env: Record<string, string> }): Promise<WrappedProgram>;
  /** Removes what was made for it. Commands must have ended; safe to call twice. */
  close(): Promise<void>;
}
