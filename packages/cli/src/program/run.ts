import type { CliContext } from "../cli-context.ts";

/** Runs a command with the context that the global flags make. */
export type Run = (work: (context: CliContext) => Promise<number>) => Promise<void>;
