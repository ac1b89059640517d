import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createTranslate } from "../../protocol/index.ts";
import type { LayerContext } from "./layer.ts";

/** A folder with a home and a project in it, for tests of what is found on disk. */
export interface TemporaryTree {
  root: string;
  home: string;
  project: string;
  /** Writes a file below `root`, with the folders it needs. */
  write(path: string, text: string): Promise<string>;
  /** Writes a SKILL.md into a folder below `root`. */
  skill(folder: string, fields?: { name?: string; description?: string; body?: string }): Promise<string>;
  link(path: string, target: string): Promise<void>;
  folder(path: string): Promise<string>;
  /** A context that trusts everything unless told otherwise. */
  context(changes?: Partial<LayerContext>): LayerContext;
  remove(): Promise<void>;
}

export async function createTemporaryTree(): Promise<TemporaryTree> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "skillmint-discover-")));
  const at = (path: string): string => join(root, path);
  const tree: TemporaryTree = {
    root,
    home: at("home"),
    project: at("project"),
    async write(path, text) {
      await mkdir(dirname(at(path)), { recursive: true });
      await writeFile(at(path), text);
      return at(path);
    },
    skill(folder, { name, description = `Does ${folder}.`, body = "Do it." } = {}) {
      const own = name ?? folder.split("/").at(-1);
      return tree.write(
        `${folder}/SKILL.md`,
        `---\nname: ${own}\ndescription: ${description}\n---\n\n${body}\n`,
      );
    },
    async link(path, target) {
      await mkdir(dirname(at(path)), { recursive: true });
      await symlink(target, at(path));
    },
    async folder(path) {
      await mkdir(at(path), { recursive: true });
      return at(path);
    },
    context: (changes = {}) => ({
      folder: at("project"),
      home: at("home"),
      env: {},
      isTrusted: async () => true,
      touched: [],
      t: createTranslate("en"),
      ...changes,
    }),
    remove: () => rm(root, { recursive: true, force: true }),
  };
  await mkdir(at("home"));
  await mkdir(at("project/.git"), { recursive: true });
  return tree;
}
