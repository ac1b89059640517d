import type { MemoryNote } from "@skillmint/core/protocol/api";
import type { ReactNode } from "react";
import { formatBytes } from "../../design/format.ts";
import { useLanguage, useWords } from "../../text/use-words.tsx";
import { formatDate } from "../parts/format-date.ts";
import { OpeningRow } from "../../design/opening-row.tsx";
import { RemoveButton } from "../parts/remove-button.tsx";
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
  const { key, bytes, modifiedAt } = note;
  return (
    <li>
      <OpeningRow
        action={<RemoveButton label={t("delete.named", { key })} onRemove={onDelete} title={t("delete")} />}
        head={
          <>
            <span className="min-w-0 flex-1 truncate">{key}</span>
            <span className="shrink-0 text-xs text-ink-3 tabular-nums">
              {t("size", { size: formatBytes(bytes), date: formatDate(modifiedAt, language) })}
            </span>
          </>
        }
        label={t("show", { key })}
        name={key}
      >
        <NoteText folder={folder} note={note} />
      </OpeningRow>
    </li>
  );
}
