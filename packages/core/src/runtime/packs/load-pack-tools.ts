import type { PackTools, PackToolsOptions } from "./pack-tools.ts";

/** Loaded by the commands that need them only. */
export async function loadPackTools(options: PackToolsOptions): Promise<PackTools> {
  return (await import("./pack-tools.ts")).createPackTools(options);
}
