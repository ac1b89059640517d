import type { ReactNode } from "react";
import { useBlobUrl } from "../../api/use-blob.ts";

export function BlobImage({
  blob,
  mediaType,
  label,
}: {
  blob: string;
  mediaType: string;
  label: string;
}): ReactNode {
  const url = useBlobUrl(blob, mediaType);
  return url === undefined ? (
    <div className="my-2 h-40 w-64 animate-pulse rounded-md bg-panel" />
  ) : (
    <img alt={label} className="my-2 max-h-[32rem] max-w-full rounded-md border border-line" src={url} />
  );
}
