import { fileURLToPath } from "node:url";

/**
 * The folder `skills` of the repository that this package lies in, whether it runs from its sources, from the bundle or
 * from a chunk of it. The folder need not be there.
 */
export function bundledSkills(from: string = import.meta.url): string {
  const own = Math.max(from.lastIndexOf("/dist/"), from.lastIndexOf("/src/"));
  return fileURLToPath(new URL("../../../skills", `${from.slice(0, own)}/dist/`));
}
