import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./repository.ts";

const folder = join(root, "bench");
const [name = ""] = process.argv.slice(2);
const file = join(folder, `${name}.ts`);

if (/^[\w-]+$/.test(name) && existsSync(file)) {
  process.argv.splice(1, 2, file);
  const { run } = (await import(pathToFileURL(file).href)) as { run: () => Promise<boolean> };
  if (!(await run())) process.exitCode = 1;
} else {
  const files = existsSync(folder) ? await readdir(folder) : [];
  const names = files.filter((entry) => entry.endsWith(".ts")).map((entry) => entry.slice(0, -3));
  if (name) process.stderr.write(`There is no benchmark ${name}.\n`);
  process.stderr.write(`npm run bench -- NAME [args]\nNAME: ${names.sort().join(", ") || "none yet"}\n`);
  process.exitCode = 2;
}
