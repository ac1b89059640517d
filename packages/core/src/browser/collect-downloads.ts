import { relative } from "node:path";
import { rm } from "node:fs/promises";
import type { ActionCall } from "./action.ts";
import type { PageWords } from "./browser-failure.ts";
import type { Download } from "./downloads.ts";
import { keepDownload } from "./keep-download.ts";

const beginMs = 5_000;
const endMs = 120_000;

function wordLost({ name, state }: Download, words: PageWords, maxMb: number): string {
  if (state === "too-large") return words("browser.news.downloadTooLarge", { name, limit: maxMb });
  if (state === "late") return words("browser.news.downloadLate", { name, seconds: endMs / 1_000 });
  return words("browser.news.downloadFailed", { name });
}

/** At most what is kept of one download. */
export const maxDownloadBytes = 200 * 1024 * 1024;

/**
 * Does something that may start downloads. Where the call has a folder for them they are waited for and kept there, and
 * each gets a line; without one they are refused by the session itself.
 */
export async function collectDownloads(
  { context, session, words, place }: ActionCall<unknown>,
  work: () => Promise<void>,
): Promise<string[]> {
  const downloads = place && (await session.downloads());
  if (!place || !downloads) {
    await work();
    return [];
  }
  const expected = downloads.expect();
  try {
    await work();
  } catch (error) {
    await expected.stop();
    throw error;
  }
  const all = await expected.finish({ beginMs, endMs, signal: context.signal });
  if (all.length === 0) return [words("browser.news.noDownload")];
  const lines: string[] = [];
  for (const download of all) {
    if (download.state !== "complete") {
      lines.push(wordLost(download, words, maxDownloadBytes / 1024 / 1024));
      await rm(download.file, { force: true });
      continue;
    }
    const path = await keepDownload(download.file, place.real, download.name);
    const shown = relative(context.workspace.root, path);
    lines.push(words("browser.news.downloaded", { path: shown, bytes: download.bytes }));
  }
  return lines;
}
