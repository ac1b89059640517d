import type { ReadOnlyProgram } from "./program.ts";

/** Programs by the names they are called by. */
export type ProgramFamily = Readonly<Record<string, ReadOnlyProgram>>;
