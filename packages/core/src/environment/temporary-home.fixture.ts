import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHome, ensureFolder, type Home } from "./home.ts";

/** A home below a temporary folder, removed when the scope ends. */
export async function temporaryHome(
  files: Partial<Record<"config" | "models" | "secrets", string>> = {},
): Promise<{ home: Home; folder: string } & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), "skillmint-home-"));
  const home = createHome({ env: { HOME: folder }, homedir: "/nowhere" });
  for (const [name, text] of Object.entries(files)) {
    await ensureFolder(home.root);
    await writeFile(home[name as "config"], text, { mode: 0o600 });
  }
  return { home, folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}
