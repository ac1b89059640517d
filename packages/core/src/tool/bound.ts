import { readFile, rm, rmdir } from "node:fs/promises";
import { dirname } from "node:path";
import { cutText, type InputPart, type Translate } from "../protocol/index.ts";
import type { ToolResult } from "./define-tool.ts";

/** What the model sees of one result at most. */
export const maxResultChars = 30_000;

export interface Bounded {
  content: InputPart[];
  fullOutput?: { blob: string; chars: number; path: string };
}

/** Where the model finds what was cut: a path that only Read resolves. */
export function outputPath(callId: string): string {
  return `/skillmint/output/${callId}.txt`;
}

export function callOfOutputPath(path: string): string | undefined {
  return /^\/skillmint\/output\/(call_[0-9a-z]+)\.txt$/.exec(path)?.[1];
}

function cutTail(text: string, chars: number): string {
  const from = text.length - chars;
  const code = text.charCodeAt(from);
  return text.slice(code >= 0xdc00 && code <= 0xdfff ? from + 1 : from);
}

function cutMiddle(text: string, total: number, path: string, t: Translate): string {
  const half = maxResultChars / 2;
  const middle = t("tool.truncatedMiddle", { omitted: total - maxResultChars, total, path });
  return cutText(text, half) + middle + cutTail(text, half);
}

/** The one place where results are cut. Images become blobs; the whole text is kept as one where it was cut. */
export async function boundResult(
  result: Pick<ToolResult, "content" | "keep" | "file">,
  callId: string,
  t: Translate,
  putBlob: (bytes: Uint8Array) => Promise<string>,
): Promise<Bounded> {
  const images: InputPart[] = [];
  let text = "";
  for (const part of result.content) {
    if (part.type === "text") text += text === "" ? part.text : `\n${part.text}`;
    else images.push({ type: "image", blob: await putBlob(part.data), mediaType: part.mediaType });
  }
  if (text.length <= maxResultChars) {
    return { content: text === "" ? images : [{ type: "text", text }, ...images] };
  }
  const bytes = result.file === undefined ? new TextEncoder().encode(text) : await takeFile(result.file);
  const chars = result.file === undefined ? text.length : bytes.length;
  const path = outputPath(callId);
  const shown =
    result.keep === "ends"
      ? cutMiddle(text, chars, path, t)
      : cutText(text, maxResultChars) + t("tool.truncated", { total: chars, shown: maxResultChars, path });
  const fullOutput = { blob: await putBlob(bytes), chars, path };
  return { content: [{ type: "text", text: shown }, ...images], fullOutput };
}

/** The file is gone afterwards, and its folder where that holds nothing else. */
async function takeFile(file: string): Promise<Uint8Array> {
  const bytes = await readFile(file);
  await rm(file, { force: true });
  await rmdir(dirname(file)).catch(() => undefined);
  return bytes;
}
