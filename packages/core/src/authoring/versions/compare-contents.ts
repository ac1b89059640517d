import type { Translate } from "../../protocol/index.ts";
import { describeChange, type FolderChange, type FolderState } from "../../skill/grants/describe-change.ts";
import { maxTextBytes, maxTextsBytes } from "../../skill/grants/read-texts.ts";
import { digestContent, sha256, type FolderContent } from "./folder-content.ts";

export type { FolderChange };

export const emptyContent: FolderContent = { files: [], links: [], folders: [] };

function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.length > maxTextBytes || bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function toState(content: FolderContent): FolderState {
  const texts: [string, string][] = [];
  let left = maxTextsBytes;
  for (const { path, bytes } of content.files) {
    const text = textOf(bytes);
    if (text === undefined || (left -= bytes.length) < 0) continue;
    texts.push([path, text]);
  }
  return {
    digest: digestContent(content),
    files: [
      ...content.files.map(({ path, mode, bytes }) => ({ path, digest: `${mode & 0o111} ${sha256(bytes)}` })),
      ...content.links.map(({ path, target }) => ({ path, digest: `link ${sha256(target)}` })),
    ],
    // Not by assignment: a file may be called `__proto__`.
    texts: Object.fromEntries(texts),
  };
}

/** What became different between two states, for a person: bounded, with whatever is invisible made visible. */
export function compareContents(before: FolderContent, after: FolderContent, t: Translate): FolderChange {
  return describeChange(toState(before), toState(after), t);
}
