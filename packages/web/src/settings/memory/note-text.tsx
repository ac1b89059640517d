import { memoryApi, type MemoryNote } from "@skillmint/core/protocol/api";
import type { ReactNode } from "react";
import { useWords } from "../../text/use-words.tsx";
import { Asked } from "../parts/asked.tsx";
import { useAsk } from "../parts/use-ask.ts";
import { noteQuery } from "./group-notes.ts";
import { memoryTexts } from "./memory-texts.ts";

/** What a note says, as it was written: models may have written it, so it is shown and never rendered. */
export function NoteText({ note, folder }: { note: MemoryNote; folder: string | undefined }): ReactNode {
  const t = useWords(memoryTexts);
  const query = useAsk(memoryApi.readMemory, {
    params: { key: note.key },
    query: noteQuery(note, folder),
  });
  return (
    <div>
      <Asked query={query}>
        {({ text, unread, path }) => (
          <>
            <pre
              className="max-h-96 overflow-auto rounded-md bg-panel p-3 font-mono text-xs whitespace-pre-wrap"
              tabIndex={0}
            >
              {text}
            </pre>
            {unread > 0 ? <p className="mt-1 text-xs text-ink-3">{t("unread", { count: unread })}</p> : null}
            <p className="mt-1 font-mono text-xs break-all text-ink-3">{path}</p>
          </>
        )}
      </Asked>
    </div>
  );
}
