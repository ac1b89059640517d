import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A folder to work in and a home of its own, for one test. */
export interface TempWorkspace {
  folder: string;
  home: string;
  /** An environment that points at this home and holds nothing of the real one but the PATH. */
  env: Record<string, string>;
  write(path: string, text: string): Promise<string>;
  remove(): Promise<void>;
}

export async function createTempWorkspace(): Promise<TempWorkspace> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "skillmint-test-")));
  const folder = join(root, "work");
  const home = join(root, "home");
  await Promise.all([mkdir(folder), mkdir(home)]);
  return {
    folder,
    home,
    env: { HOME: home, PATH: process.env["PATH"] ?? "", LANG: "en_US.UTF-8" },
    async write(path, text) {
      const target = join(folder, path);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, text);
      return target;
    },
    remove: () => rm(root, { recursive: true, force: true, maxRetries: 3 }),
  };
}
