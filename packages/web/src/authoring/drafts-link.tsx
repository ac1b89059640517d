import type { ReactNode } from "react";
import { Link } from "wouter";
import { linkButton } from "../skills/link-button.ts";
import { usePlace } from "../skills/use-place.ts";
import { useWords } from "../text/use-words.tsx";
import { draftTexts } from "./draft-texts.ts";
import { useDrafts } from "./use-drafts.ts";

/** That something waits to be looked at, said quietly; nothing where nothing does. */
export function DraftsLink(): ReactNode {
  const t = useWords(draftTexts);
  const { to } = usePlace();
  const { data = [] } = useDrafts();
  if (data.length === 0) return null;
  const proposals = data.filter(({ isProposal }) => isProposal).length;
  const count = data.length;
  return (
    <Link
      aria-label={proposals > 0 ? t("drafts.proposals", { count, proposals }) : t("drafts.count", { count })}
      className={linkButton("quiet")}
      to={to("/skills/drafts")}
    >
      {t("drafts")}
      <span
        className={`rounded-full px-1.5 text-xs tabular-nums ${proposals > 0 ? "bg-accent-soft text-accent-strong" : "bg-panel"}`}
      >
        {count}
      </span>
    </Link>
  );
}
