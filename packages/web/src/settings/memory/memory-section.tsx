import { memoryApi } from "@skillmint/core/protocol/api";
import { useState, type ReactNode } from "react";
import { Link } from "wouter";
import { useWords } from "../../text/use-words.tsx";
import { Asked } from "../parts/asked.tsx";
import { FolderChooser } from "../parts/folder-chooser.tsx";
import { Notice } from "../parts/notice.tsx";
import { Part, Section } from "../parts/section.tsx";
import { useAsk } from "../parts/use-ask.ts";
import { memoryTexts } from "./memory-texts.ts";
import { NoteList } from "./note-list.tsx";

export function MemorySection(): ReactNode {
  const t = useWords(memoryTexts);
  const [folder, setFolder] = useState<string>();
  const memory = useAsk(memoryApi.listMemory, { query: folder === undefined ? {} : { folder } });
  return (
    <Section lead={t("lead")} title={t("title")}>
      <FolderChooser folder={folder} onChoose={setFolder} />
      <Part title={t("notes")}>
        <Asked query={memory}>
          {({ notes, untrusted }) => (
            <>
              {untrusted ? (
                <div className="mb-4">
                  <Notice>
                    {t("untrusted")}{" "}
                    <Link className="font-medium underline" to="/settings/trust">
                      {t("untrusted.link")}
                    </Link>
                  </Notice>
                </div>
              ) : null}
              <NoteList folder={folder} notes={notes} />
            </>
          )}
        </Asked>
      </Part>
    </Section>
  );
}
