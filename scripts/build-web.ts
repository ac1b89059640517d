import { glob, readFile, rm, writeFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./repository.ts";

const sources = [
  "package-lock.json",
  "scripts/build-web.ts",
  "packages/web/{index.html,vite.config.ts,package.json}",
  "packages/web/{src,public}/**/*",
  "packages/core/src/protocol/**/*.ts",
];

/** Of the contents, so that a fresh checkout of the same sources is the same. */
async function digestSources(): Promise<string> {
  const hash = createHash("sha256");
  const files: string[] = [];
  for await (const entry of glob(sources, { cwd: root, withFileTypes: true }))
    if (entry.isFile() && !/\.(?:test|fixture)\.tsx?$/.test(entry.name))
      files.push(join(entry.parentPath, entry.name));
  for (const file of files.sort()) hash.update(file.slice(root.length)).update(await readFile(file));
  return hash.digest("hex");
}

/** Builds the web app, unless what is there was made of the same sources. Returns whether it built. */
export async function buildWeb(): Promise<boolean> {
  const folder = join(root, "packages/web");
  const out = join(folder, "dist");
  if (!existsSync(join(folder, "index.html"))) return false;
  const digest = await digestSources();
  const stamp = join(out, "built-from");
  const last = await readFile(stamp, "utf8").catch(() => "");
  if (last === digest) return false;
  const { build } = await import("vite");
  await rm(stamp, { force: true });
  await build({
    root: folder,
    configFile: join(folder, "vite.config.ts"),
    logLevel: "warn",
    build: { outDir: out, emptyOutDir: true },
  });
  await writeFile(stamp, digest);
  return true;
}
