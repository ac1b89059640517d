import { packUpload } from "@skillmint/core/protocol/api";

export type Taken = { file: File } | { problem: "several" | "tooLarge" };

/** The one file that was dropped or chosen, or why it is not taken. */
export function readFiles(files: readonly File[]): Taken | undefined {
  const [file, second] = files;
  if (!file) return undefined;
  if (second) return { problem: "several" };
  return file.size > packUpload.maxBytes ? { problem: "tooLarge" } : { file };
}
