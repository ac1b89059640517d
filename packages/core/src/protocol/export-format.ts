/** What a session can be exported as: for people to read, for programs, as one page. */
export const exportFormats = {
  markdown: { mediaType: "text/markdown; charset=utf-8", ending: "md" },
  jsonl: { mediaType: "application/x-ndjson", ending: "jsonl" },
  html: { mediaType: "text/html; charset=utf-8", ending: "html" },
} as const;

export type ExportFormat = keyof typeof exportFormats;

export function isExportFormat(name: string): name is ExportFormat {
  return Object.hasOwn(exportFormats, name);
}
