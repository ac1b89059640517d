import { baseArguments } from "./bubblewrap.ts";
import { findProgram } from "./find-program.ts";
import { createPlaceholders, type Placeholders } from "./placeholder.ts";
import type { SandboxReason } from "./sandbox.ts";
import { isSeccompProcessor, seccompFilter } from "./seccomp-filter.ts";
import { tryBubblewrap } from "./try-bubblewrap.ts";

/** What this machine offers. */
export type SandboxMeans =
  | { kind: "bubblewrap"; bwrap: string; disableUserns: boolean; filter: Uint8Array }
  | { kind: "seatbelt" }
  | { kind: "none"; reason: SandboxReason };

export type BubblewrapMeans = Extract<SandboxMeans, { kind: "bubblewrap" }>;

/** What the sandboxes of a runtime share. */
export interface SandboxSupport {
  /** Looks once, by starting one; later calls get the same answer. */
  detect(): Promise<SandboxMeans>;
  placeholders: Placeholders;
}

export interface SupportOptions {
  /** Where bubblewrap is. Default: where the system has it, or on the search path. */
  bwrap?: string;
  searchPath?: string | undefined;
  platform?: NodeJS.Platform;
}

export function createSandboxSupport(options: SupportOptions = {}): SandboxSupport {
  let found: Promise<SandboxMeans> | undefined;
  return {
    detect: () => (found ??= detect(options)),
    placeholders: createPlaceholders(),
  };
}

async function detect(options: SupportOptions): Promise<SandboxMeans> {
  const platform = options.platform ?? process.platform;
  if (platform === "darwin") return { kind: "seatbelt" };
  if (platform !== "linux") return { kind: "none", reason: { code: "platform", detail: platform } };
  if (!isSeccompProcessor(process.arch))
    return { kind: "none", reason: { code: "processor", detail: process.arch } };
  const bwrap = options.bwrap ?? findProgram("bwrap", { searchPath: options.searchPath });
  if (bwrap === undefined) return { kind: "none", reason: { code: "bubblewrap-missing" } };
  const filter = seccompFilter(process.arch);
  let detail = "";
  for (const disableUserns of [true, false]) {
    const args = baseArguments({ keepNetwork: false, disableUserns });
    const failure = await tryBubblewrap([bwrap, ...args], filter);
    if (failure === undefined) return { kind: "bubblewrap", bwrap, disableUserns, filter };
    detail = failure;
  }
  const forbidden = /uid map|user namespace|Operation not permitted|Permission denied/i.test(detail);
  return { kind: "none", reason: { code: forbidden ? "namespaces-forbidden" : "bubblewrap-fails", detail } };
}
