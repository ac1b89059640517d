import type { DraftRow } from "@skillmint/core/protocol/api";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { formatDay } from "../skills/format-day.ts";
import { linkButton } from "../skills/link-button.ts";
import { Failed, LoadingLines } from "../skills/page-state.tsx";
import { skillsTexts } from "../skills/skills-texts.ts";
import { usePlace } from "../skills/use-place.ts";
import { useWordError } from "../text/use-word-error.ts";
import { useLanguage, useWords } from "../text/use-words.tsx";
import { AutoEnhanceField } from "./auto-enhance-field.tsx";
import { draftTexts } from "./draft-texts.ts";
import { Page } from "./page.tsx";
import { useDrafts } from "./use-drafts.ts";

function Row({ draft }: { draft: DraftRow }): ReactNode {
  const t = useWords(draftTexts);
  const { language } = useLanguage();
  const { to } = usePlace();
  const kind = draft.isProposal ? "kind.proposal" : draft.target.isNew ? "kind.new" : "kind.change";
  return (
    <li>
      <Link
        className="block rounded-md px-3 py-2.5 hover:bg-panel"
        to={to(`/skills/drafts/${encodeURIComponent(draft.id)}`)}
      >
        <span className="flex flex-wrap items-baseline gap-x-2.5">
          <span className="font-medium break-all">{draft.name}</span>
          <span className={`text-xs ${draft.isProposal ? "text-accent" : "text-ink-3"}`}>{t(kind)}</span>
          <span className="ml-auto text-xs text-ink-3 tabular-nums">{formatDay(draft.at, language)}</span>
        </span>
        <span className="mt-0.5 line-clamp-2 block text-sm break-words text-ink-2">{draft.message}</span>
      </Link>
    </li>
  );
}

/** All that waits to be approved; what runs proposed is among it. */
export default function DraftsScreen(): ReactNode {
  const t = useWords(draftTexts);
  const s = useWords(skillsTexts);
  const wordError = useWordError();
  const { to } = usePlace();
  const { data, error, refetch } = useDrafts();
  return (
    <Page back={{ to: to("/skills"), text: s("back") }}>
      <h1 className="text-lg font-semibold">{t("drafts.title")}</h1>
      <p className="mt-1 mb-4 text-sm text-ink-2">{t("drafts.explain")}</p>
      {error && !data ? (
        <Failed message={t("drafts.failed", { message: wordError(error) })} onRetry={() => void refetch()} />
      ) : null}
      {!data && !error ? <LoadingLines count={3} /> : null}
      {data?.length === 0 ? (
        <div className="py-10 text-center text-ink-2">
          <p className="mb-4">{t("drafts.empty")}</p>
          <Link className={linkButton("plain")} to={to("/skills/create")}>
            {t("create.link")}
          </Link>
        </div>
      ) : null}
      <ul className="-mx-3 space-y-0.5">
        {data?.map((draft) => (
          <Row draft={draft} key={draft.id} />
        ))}
      </ul>
      <AutoEnhanceField />
    </Page>
  );
}
