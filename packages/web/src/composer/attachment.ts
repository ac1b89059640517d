/** A file that is to go with a prompt. */
export interface Attachment {
  id: string;
  name: string;
  kind: "image" | "text";
  blob: Blob;
}

/** Why a file does not go along; `size` and `count` are the limit. */
export type Refusal =
  | { why: "tooMany"; name: string; count: number }
  | { why: "imageTooLarge" | "textTooLarge" | "totalTooLarge"; name: string; bytes: number }
  | { why: "other" | "unreadable"; name: string };

const mib = 1024 * 1024;
/** What the server takes: 20 files, and 32 MiB of base64 with all around it. */
export const attachmentLimits = { count: 20, image: 5 * mib, text: 512 * 1024, total: 20 * mib } as const;

const imageTypes: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

async function isText(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes.includes(0)) return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    // The decoder's way to say no.
    return false;
  }
}

async function judge(file: File, total: number): Promise<Attachment["kind"] | Refusal> {
  const { name, size } = file;
  const isImage = imageTypes.has(file.type);
  if (isImage && size > attachmentLimits.image)
    return { why: "imageTooLarge", name, bytes: attachmentLimits.image };
  if (!isImage && file.type.startsWith("image/") && file.type !== "image/svg+xml")
    return { why: "other", name };
  if (!isImage && size > attachmentLimits.text) {
    const isTextual = await isText(file.slice(0, 1024)).catch(() => false);
    return isTextual ? { why: "textTooLarge", name, bytes: attachmentLimits.text } : { why: "other", name };
  }
  if (total + size > attachmentLimits.total)
    return { why: "totalTooLarge", name, bytes: attachmentLimits.total };
  if (isImage) return "image";
  return (await isText(file)) ? "text" : { why: "other", name };
}

/** Takes files along with those that are there already, as far as they fit. */
export async function takeFiles(
  before: readonly Attachment[],
  files: readonly File[],
): Promise<{ taken: Attachment[]; refused: Refusal[] }> {
  const taken: Attachment[] = [];
  const refused: Refusal[] = [];
  let total = before.reduce((sum, { blob }) => sum + blob.size, 0);
  for (const file of files) {
    if (before.length + taken.length >= attachmentLimits.count) {
      refused.push({ why: "tooMany", name: file.name, count: attachmentLimits.count });
      continue;
    }
    const verdict = await judge(file, total).catch((): Refusal => ({ why: "unreadable", name: file.name }));
    if (typeof verdict === "object") refused.push(verdict);
    else {
      taken.push({ id: Math.random().toString(36).slice(2), name: file.name, kind: verdict, blob: file });
      total += file.size;
    }
  }
  return { taken, refused };
}

const chunkBytes = 32 * 1024;

export async function toBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let binary = "";
  for (let at = 0; at < bytes.length; at += chunkBytes)
    binary += String.fromCharCode(...bytes.subarray(at, at + chunkBytes));
  return btoa(binary);
}
