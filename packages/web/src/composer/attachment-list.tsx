import { FileText, X } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";

import { useWords } from "../text/use-words.tsx";
import type { Attachment } from "./attachment.ts";
import { composerTexts } from "./composer-texts.ts";
import { formatBytes } from "../design/format.ts";

function Thumbnail({ blob }: { blob: Blob }): ReactNode {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url === undefined ? (
    <span className="size-10" />
  ) : (
    <img alt="" className="size-10 rounded-sm object-cover" src={url} />
  );
}

interface ListProps {
  items: readonly Attachment[];
  isFixed: boolean;
  onRemove(id: string): void;
}

/** What goes along with the prompt: images as they look, texts by name. */
export function AttachmentList({ items, isFixed, onRemove }: ListProps): ReactNode {
  const t = useWords(composerTexts);
  if (items.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2 px-3 pt-3">
      {items.map(({ id, name, kind, blob }) => (
        <li
          className="flex max-w-56 items-center gap-2 rounded-md border border-line bg-panel py-1 pr-1 pl-1.5"
          key={id}
        >
          {kind === "image" ? (
            <Thumbnail blob={blob} />
          ) : (
            <FileText aria-hidden className="shrink-0 text-ink-3" size={17} />
          )}
          <span className="min-w-0 text-xs">
            <span className="block truncate" title={name}>
              {name}
            </span>
            <span className="block text-ink-3 tabular-nums">{formatBytes(blob.size)}</span>
          </span>
          <button
            aria-label={t("remove", { name })}
            className="flex size-7 shrink-0 items-center justify-center rounded-sm text-ink-3 hover:bg-raised hover:text-ink"
            disabled={isFixed}
            onClick={() => onRemove(id)}
            type="button"
          >
            <X aria-hidden size={14} />
          </button>
        </li>
      ))}
    </ul>
  );
}
