import type { FolderDiff as Difference } from "@skillmint/core/protocol/api";
import { useMemo, type ReactNode } from "react";
import { useWords } from "../text/use-words.tsx";
import { draftTexts } from "./draft-texts.ts";
import { readDiff, type DiffRow } from "./read-diff.ts";

const looks: Readonly<Record<DiffRow["kind"], string>> = {
  file: "bg-panel font-sans font-medium py-1.5",
  note: "bg-panel font-sans text-ink-2 py-1.5",
  place: "text-ink-3",
  added: "bg-add",
  removed: "bg-del",
  same: "",
};
const signs: Readonly<Partial<Record<DiffRow["kind"], string>>> = { added: "+", removed: "−" };

/** What differs between two states of a skill, file by file. */
export function FolderDiff({ change }: { change: Difference }): ReactNode {
  const t = useWords(draftTexts);
  const rows = useMemo(() => readDiff(change.diff), [change.diff]);
  if (rows.length === 0) return <p className="text-sm text-ink-3">{t("changes.none")}</p>;
  return (
    <>
      <div
        aria-label={t("changes")}
        className="overflow-hidden rounded-md border border-line font-mono text-xs leading-relaxed"
        role="group"
        tabIndex={0}
      >
        {rows.map(({ kind, text }, index) => (
          <div className={`flex min-h-[1lh] px-3 ${looks[kind]}`} key={index}>
            {kind === "file" || kind === "note" || kind === "place" ? null : (
              <span className="w-4 shrink-0 select-none">{signs[kind] ?? " "}</span>
            )}
            <span className="min-w-0 [overflow-wrap:anywhere] whitespace-pre-wrap">{text}</span>
          </div>
        ))}
      </div>
      {change.omitted > 0 ? (
        <p className="mt-2 text-xs text-warn">{t("changes.more", { count: change.omitted })}</p>
      ) : null}
    </>
  );
}
