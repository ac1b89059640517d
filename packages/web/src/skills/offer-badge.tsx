import type { ReactNode } from "react";
import { useWords } from "../text/use-words.tsx";
import { skillsTexts } from "./skills-texts.ts";
import { isActionable, wordReason, wordStanding, type Standing } from "./word-reason.ts";

/** Whether models are offered a skill, and if not, why, in a word. */
export function OfferBadge({ standing }: { standing: Standing }): ReactNode {
  const t = useWords(skillsTexts);
  const { offered } = standing;
  const tone = offered
    ? "text-accent"
    : isActionable(standing)
      ? "bg-warn-soft text-warn"
      : "bg-panel text-ink-3";
  return (
    <span
      className={`shrink-0 rounded-sm text-xs whitespace-nowrap ${offered ? "" : "px-1.5 py-px"} ${tone}`}
      title={wordReason(standing, t)}
    >
      {wordStanding(standing, t)}
    </span>
  );
}
