import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useWords } from "../text/use-words.tsx";
import { sectionIds, sections, type SectionId } from "./sections.ts";
import { settingsTexts } from "./settings-texts.ts";

/** The sections, slim beside the one that is shown; on a phone a page of its own. */
export function SectionList({ current }: { current: SectionId | undefined }): ReactNode {
  const t = useWords(settingsTexts);
  return (
    <nav aria-label={t("sections")}>
      <ul className="space-y-px">
        {sectionIds.map((id) => {
          const Icon = sections[id].icon;
          const isHere = id === current;
          return (
            <li key={id}>
              <Link
                aria-current={isHere ? "page" : undefined}
                className={`flex items-center gap-3 rounded-md px-3 py-2.5 md:py-1.5 md:text-sm ${isHere ? "md:bg-accent-soft md:font-medium md:text-accent-strong" : "text-ink-2"} hover:bg-panel hover:text-ink`}
                to={`/settings/${id}`}
              >
                <Icon aria-hidden className="shrink-0" size={17} strokeWidth={1.8} />
                <span className="flex-1">{t(`section.${id}`)}</span>
                <ChevronRight aria-hidden className="text-ink-3 md:hidden" size={16} />
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
