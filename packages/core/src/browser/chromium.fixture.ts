import { execFile } from "node:child_process";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { createPageWords } from "./browser-failure.ts";
import { findChromium, type Chromium } from "./find-chromium.ts";

const cache = join(resolve(import.meta.dirname, "../../../.."), "node_modules/.cache/skillmint");

export type { Chromium } from "./find-chromium.ts";

/** The browser that tests drive: an installed one, or that of the package, unpacked once for all of them. */
export async function findTestChromium(): Promise<Chromium | undefined> {
  const { CHROME_PATH, PATH } = process.env;
  try {
    const found = await findChromium({ env: { CHROME_PATH, PATH }, cache, words: createPageWords("en") });
    await promisify(execFile)(found.executable, ["--no-sandbox", "--version"], { timeout: 20_000 });
    return found;
  } catch (error) {
    process.stderr.write(`SKIPPED: no Chromium for the tests of the browser (${String(error)})\n`);
    return undefined;
  }
}
