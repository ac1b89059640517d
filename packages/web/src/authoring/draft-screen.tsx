import type { DraftPage } from "@skillmint/core/protocol/api";
import { useState, type ReactNode } from "react";
import { ApiError } from "../api/client.ts";
import { FindingList } from "../skills/finding-list.tsx";
import { joinFindings } from "../skills/join-findings.ts";
import { Failed, LoadingLines } from "../skills/page-state.tsx";
import { usePlace } from "../skills/use-place.ts";
import { useWordError } from "../text/use-word-error.ts";
import { useWords } from "../text/use-words.tsx";
import { DraftActions } from "./draft-actions.tsx";
import { DraftFile } from "./draft-file.tsx";
import { draftTexts } from "./draft-texts.ts";
import { FolderDiff } from "./folder-diff.tsx";
import { Page } from "./page.tsx";
import { RefineForm } from "./refine-form.tsx";
import { useDraft } from "./use-drafts.ts";

function Part({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section className="text-sm">
      <h2 className="mb-2 font-semibold">{title}</h2>
      {children}
    </section>
  );
}

interface ViewsProps {
  draft: DraftPage;
  shown: string | undefined;
  onShow(path: string | undefined): void;
}

/** The changes, and each file as it would be. */
function Views({ draft, shown, onShow }: ViewsProps): ReactNode {
  const t = useWords(draftTexts);
  const view = (path: string | undefined): ReactNode => (
    <button
      aria-pressed={shown === path}
      className="max-w-full truncate rounded-md px-2.5 py-1 text-sm text-ink-2 hover:bg-panel aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent-strong"
      key={path ?? ""}
      onClick={() => onShow(path)}
      type="button"
    >
      {path ?? t("changes")}
    </button>
  );
  return (
    <div aria-label={t("files")} className="mb-3 flex flex-wrap gap-1" role="group">
      {view(undefined)}
      {draft.files.map(({ path }) => view(path))}
    </div>
  );
}

function Loaded({ draft }: { draft: DraftPage }): ReactNode {
  const t = useWords(draftTexts);
  const [wanted, setWanted] = useState<string>();
  const shown = draft.files.some(({ path }) => path === wanted) ? wanted : undefined;
  const { name, target, message, details, why, check, change } = draft;
  return (
    <>
      <header className="mb-5">
        <p className="text-xs text-ink-3">
          {t(target.isNew ? "draft.new" : "draft.change")}
          {draft.isProposal ? ` · ${t("kind.proposal")}` : ""}
        </p>
        <h1 className="text-lg font-semibold break-words">{name}</h1>
        <p className="mt-2 max-w-reading break-words whitespace-pre-line text-ink-2">{message}</p>
        <DraftActions draft={draft} />
      </header>
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="min-w-0 space-y-6">
          <RefineForm draft={draft} key={draft.id} />
          <div>
            <Views draft={draft} onShow={setWanted} shown={shown} />
            {shown === undefined ? (
              <FolderDiff change={change} />
            ) : (
              <DraftFile digest={draft.digest} id={draft.id} path={shown} />
            )}
          </div>
        </div>
        <div className="min-w-0 space-y-7">
          <Part title={t("check")}>
            <FindingList findings={joinFindings(check, [])} />
          </Part>
          {details === undefined ? null : (
            <Part title={t("draft.details")}>
              <p className="break-words whitespace-pre-line text-ink-2">{details}</p>
            </Part>
          )}
          {why === undefined || why === "" ? null : (
            <Part title={t("draft.why")}>
              <p className="line-clamp-6 break-words whitespace-pre-line text-ink-2">{why}</p>
            </Part>
          )}
          <Part title={t("draft.target")}>
            <code className="font-mono text-xs break-all text-ink-2">{target.folder}</code>
          </Part>
        </div>
      </div>
    </>
  );
}

/** What was written and nobody approved yet. */
export default function DraftScreen({ id }: { id: string }): ReactNode {
  const t = useWords(draftTexts);
  const wordError = useWordError();
  const { to } = usePlace();
  const { data, error, refetch } = useDraft(id);
  const isGone = error instanceof ApiError && error.code === "draft-not-found";
  return (
    <Page back={{ to: to("/skills/drafts"), text: t("back") }} isWide>
      {isGone ? (
        <p className="py-8 text-ink-2">{t("draft.gone")}</p>
      ) : data ? (
        <Loaded draft={data} />
      ) : error ? (
        <Failed message={t("draft.failed", { message: wordError(error) })} onRetry={() => void refetch()} />
      ) : (
        <LoadingLines />
      )}
    </Page>
  );
}
