import type { FolderState } from "./describe-change.ts";
import { maxTextBytes, maxTextsBytes } from "./read-texts.ts";

/** What a person approved of one skill. */
export interface Approved extends FolderState {
  /** The skill's folder without links. */
  folder: string;
  rules: string[];
  /** Milliseconds since 1970. */
  approvedAt: number;
}

const version = 1;
/** Texts are only for showing a difference: beyond this the oldest approvals keep none. */
const maxStoreText = 4 * 1024 * 1024;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

function parseOne(value: unknown): Approved | undefined {
  if (!isRecord(value)) return undefined;
  const { folder, digest, rules, files, approvedAt } = value;
  if (typeof folder !== "string" || typeof digest !== "string" || digest === "" || !isTexts(rules))
    return undefined;
  if (!Array.isArray(files) || typeof approvedAt !== "number") return undefined;
  const digests: { path: string; digest: string }[] = [];
  const texts: [string, string][] = [];
  for (const file of files as unknown[]) {
    if (!isRecord(file) || typeof file["path"] !== "string" || typeof file["digest"] !== "string")
      return undefined;
    digests.push({ path: file["path"], digest: file["digest"] });
    if (typeof file["text"] === "string") texts.push([file["path"], file["text"]]);
  }
  return { folder, digest, rules, files: digests, texts: Object.fromEntries(texts), approvedAt };
}

/** The approvals of a file's text, oldest first; an entry that makes no sense is no approval. */
export function parseGrants(text: string): Map<string, Approved> {
  const store = new Map<string, Approved>();
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return store;
  }
  if (!isRecord(data) || data["version"] !== version || !Array.isArray(data["approved"])) return store;
  for (const value of data["approved"] as unknown[]) {
    const approved = parseOne(value);
    if (approved !== undefined) store.set(approved.folder, approved);
  }
  return store;
}

/** Texts that are kept of one approval, by the bounds. */
function keptTexts({ files, texts }: Approved): Map<string, string> {
  const kept = new Map<string, string>();
  let left = maxTextsBytes;
  for (const { path } of files) {
    const text = Object.hasOwn(texts, path) ? texts[path] : undefined;
    const bytes = text === undefined ? 0 : Buffer.byteLength(text);
    if (text === undefined || bytes > maxTextBytes || bytes > left) continue;
    left -= bytes;
    kept.set(path, text);
  }
  return kept;
}

/** The file's text; of the newest approvals also the texts. */
export function writeGrants(store: ReadonlyMap<string, Approved>): string {
  let left = maxStoreText;
  const approved = [...store.values()].reverse().map((one) => {
    const texts = keptTexts(one);
    for (const text of texts.values()) left -= Buffer.byteLength(text);
    const files = one.files.map(({ path, digest }) => {
      const text = left >= 0 ? texts.get(path) : undefined;
      return text === undefined ? { path, digest } : { path, digest, text };
    });
    return { folder: one.folder, digest: one.digest, rules: one.rules, files, approvedAt: one.approvedAt };
  });
  return `${JSON.stringify({ version, approved: approved.reverse() })}\n`;
}
