/** `340 B`, `12 KB`, `5 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  const kib = bytes / 1_024;
  return kib < 1_024 ? `${Math.round(kib)} KB` : `${Number((kib / 1_024).toFixed(1))} MB`;
}
