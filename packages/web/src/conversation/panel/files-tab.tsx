import type { FileChange } from "@skillmint/core/protocol";
import { useState, type ReactNode } from "react";
import { useBlobText } from "../../api/use-blob.ts";
import type { SessionState } from "../../session/session-store.ts";
import { useWords } from "../../text/use-words.tsx";
import DiffView from "../calls/diff-view.tsx";
import { panelTexts } from "./panel-texts.ts";

interface Changed {
  path: string;
  first: FileChange;
  last: FileChange;
  count: number;
}

/** One line a file: from how it was before the session to how the session left it. */
function joinChanges(changes: readonly FileChange[]): Changed[] {
  const files = new Map<string, Changed>();
  for (const change of changes) {
    const known = files.get(change.path);
    files.set(change.path, {
      path: change.path,
      first: known?.first ?? change,
      last: change,
      count: (known?.count ?? 0) + 1,
    });
  }
  return [...files.values()].sort((a, b) => a.path.localeCompare(b.path));
}

function WholeDiff({ path, first, last }: Changed): ReactNode {
  const before = useBlobText(first.before ?? undefined);
  const after = useBlobText(last.after ?? undefined);
  const isThere =
    (first.before === null || before !== undefined) && (last.after === null || after !== undefined);
  return isThere ? <DiffView after={after} before={before} path={path} /> : null;
}

export default function FilesTab({ state }: { state: SessionState }): ReactNode {
  const t = useWords(panelTexts);
  const [open, setOpen] = useState<string>();
  const files = joinChanges(state.view?.changes ?? []);
  const folder = state.view?.folder ?? "";
  if (files.length === 0) return <p className="text-sm text-ink-3">{t("noFiles")}</p>;
  return (
    <ul className="text-sm">
      {files.map((file) => (
        <li key={file.path}>
          <button
            aria-expanded={open === file.path}
            className="flex w-full items-baseline gap-2 rounded-md px-2 py-1 text-left hover:bg-panel"
            onClick={() => setOpen(open === file.path ? undefined : file.path)}
            type="button"
          >
            <span className="min-w-0 flex-1 truncate font-mono text-xs" title={file.path}>
              {file.path.startsWith(`${folder}/`) ? file.path.slice(folder.length + 1) : file.path}
            </span>
            <span className="text-xs text-ink-3">
              {file.count === 1 ? t("changedOnce") : t("changed", { count: file.count })}
            </span>
          </button>
          {open === file.path ? <WholeDiff {...file} /> : null}
        </li>
      ))}
    </ul>
  );
}
