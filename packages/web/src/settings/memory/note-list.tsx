import { memoryApi, type MemoryNote } from "@skillmint/core/protocol/api";
import { useState, type ReactNode } from "react";
import { useServices } from "../../app/services.tsx";
import { ConfirmDialog } from "../../design/confirm-dialog.tsx";
import { useWords } from "../../text/use-words.tsx";
import { ChangeNote } from "../parts/change-note.tsx";
import { useChange } from "../parts/use-change.ts";
import { settingsTexts } from "../settings-texts.ts";
import { groupNotes, noteQuery, type NoteGroup } from "./group-notes.ts";
import { memoryTexts } from "./memory-texts.ts";
import { NoteLine } from "./note-line.tsx";

/** All notes by whose they are. */
export function NoteList({
  notes,
  folder,
}: {
  notes: readonly MemoryNote[];
  folder: string | undefined;
}): ReactNode {
  const t = useWords(memoryTexts);
  const words = useWords(settingsTexts);
  const { client } = useServices();
  const [deleting, setDeleting] = useState<MemoryNote>();
  const change = useChange((note: MemoryNote) =>
    client.call(memoryApi.deleteMemory, { params: { key: note.key }, query: noteQuery(note, folder) }),
  );
  const wordGroup = ({ scope, name }: NoteGroup): string =>
    scope === "skill" || scope === "agent" ? t(`scope.${scope}`, { name }) : t(`scope.${scope}`);
  return (
    <>
      {notes.length === 0 ? <p className="text-sm text-ink-3">{t("empty")}</p> : null}
      {groupNotes(notes).map((group) => (
        <div className="mt-4 first:mt-0" key={`${group.scope} ${group.name}`}>
          <h3 className="mb-1 text-xs font-medium break-words text-ink-3">{wordGroup(group)}</h3>
          <ul>
            {group.notes.map((note) => (
              <NoteLine folder={folder} key={note.path} note={note} onDelete={() => setDeleting(note)} />
            ))}
          </ul>
        </div>
      ))}
      <p className="mt-2 empty:hidden">
        <ChangeNote change={change} kept={t("delete.kept", { key: change.data?.key ?? "" })} />
      </p>
      <ConfirmDialog
        cancel={words("cancel")}
        confirm={t("delete")}
        isOpen={deleting !== undefined}
        onClose={() => setDeleting(undefined)}
        onConfirm={() => {
          if (deleting) change.mutate(deleting);
        }}
        question={t("delete.sure", { key: deleting?.key ?? "" })}
      />
    </>
  );
}
