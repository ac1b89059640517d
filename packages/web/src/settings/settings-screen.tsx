import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useWords } from "../text/use-words.tsx";
import { SectionList } from "./section-list.tsx";
import { findSection, sections } from "./sections.ts";
import { settingsTexts } from "./settings-texts.ts";

/** Everything that a person decides once. Without a section: the list on a phone, the first section beside it elsewhere. */
export default function SettingsScreen({ section }: { section?: string | undefined }): ReactNode {
  const t = useWords(settingsTexts);
  const current = section === undefined ? "models" : findSection(section);
  const Content = current === undefined ? undefined : sections[current].Content;
  const isList = section === undefined;
  const Title = isList ? "h1" : "p";
  return (
    <div className="flex h-full">
      <aside
        className={`shrink-0 overflow-y-auto p-4 max-md:w-full md:w-52 md:border-r md:border-line md:px-2 md:py-6 ${isList ? "" : "max-md:hidden"}`}
      >
        <Title className="mb-3 px-3 text-lg font-semibold">{t("title")}</Title>
        <SectionList current={current} />
      </aside>
      <div
        className={`min-w-0 flex-1 overflow-y-auto ${isList ? "max-md:hidden" : ""}`}
        key={current}
        tabIndex={0}
      >
        <div className="mx-auto w-full max-w-reading px-4 py-4 md:px-8 md:py-6">
          <Link
            className="mb-3 -ml-1 inline-flex items-center gap-1 text-sm text-ink-2 hover:text-ink md:hidden"
            to="/settings"
          >
            <ChevronLeft aria-hidden size={16} /> {t("back")}
          </Link>
          {Content ? <Content /> : <p className="text-ink-2">{t("unknown")}</p>}
        </div>
      </div>
    </div>
  );
}
