import type { MemoryNote } from "@skillmint/core/protocol/api";
import { ChevronRight, Trash2 } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useLanguage, useWords } from "../../text/use-words.tsx";
import { formatBytes } from "../../design/format.ts";
import { formatDate } from "../parts/format-date.ts";
import { memoryTexts } from "./memory-texts.ts";
import { NoteText } from "./note-text.tsx";

interface NoteLineProps {
  note: MemoryNote;
  folder: string | undefined;
  onDelete(): void;
}

/** A note in one line; opens to its text. */
export function NoteLine({ note, folder, onDelete }: NoteLineProps): ReactNode {
  const t = useWords(memoryTexts);
  const { language } = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const { key, bytes, modifiedAt } = note;
  return (
    <li>
      <div className="-mx-3 flex items-center gap-1 rounded-md pr-1 hover:bg-panel">
        <button
          aria-expanded={isOpen}
          aria-label={t("show", { key })}
          className="flex min-w-0 flex-1 items-center gap-2 rounded-md py-1.5 pl-3 text-left"
          onClick={() => setOpen(!isOpen)}
          type="button"
        >
          <ChevronRight
            aria-hidden
            className={`shrink-0 text-ink-3 transition-transform ${isOpen ? "rotate-90" : ""}`}
            size={15}
          />
          <span className="min-w-0 flex-1 truncate">{key}</span>
          <span className="shrink-0 text-xs text-ink-3 tabular-nums">
            {t("size", { size: formatBytes(bytes), date: formatDate(modifiedAt, language) })}
          </span>
        </button>
        <button
          aria-label={t("delete.named", { key })}
          className="flex size-8 shrink-0 items-center justify-center rounded-md text-ink-3 hover:bg-bad-soft hover:text-bad"
          onClick={onDelete}
          title={t("delete")}
          type="button"
        >
          <Trash2 aria-hidden size={15} />
        </button>
      </div>
      {isOpen ? <NoteText folder={folder} note={note} /> : null}
    </li>
  );
}
