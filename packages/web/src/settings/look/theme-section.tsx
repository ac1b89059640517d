import { Check } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { useWords } from "../../text/use-words.tsx";
import { ChoiceList } from "../parts/choice-list.tsx";
import { Section } from "../parts/section.tsx";
import { lookTexts } from "./look-texts.ts";
import { keepTheme, readTheme, themes, watchTheme } from "./theme.ts";

export function ThemeSection(): ReactNode {
  const t = useWords(lookTexts);
  const [theme, setTheme] = useState(readTheme);
  const [isKept, setKept] = useState<boolean>();
  useEffect(() => watchTheme(setTheme), []);
  const choices = themes.map((value) => ({
    value,
    title: t(`theme.${value}`),
    text: value === "system" ? t("theme.system.text") : undefined,
  }));
  return (
    <Section lead={t("theme.lead")} title={t("theme.title")}>
      <div>
        <ChoiceList
          choices={choices}
          label={t("theme.title")}
          onChoose={(next) => {
            setTheme(next);
            setKept(keepTheme(next));
            return undefined;
          }}
          value={theme}
        />
        <p className="mt-2 text-sm empty:hidden" role="status">
          {isKept === true ? (
            <span className="inline-flex items-center gap-1.5 text-accent-strong">
              <Check aria-hidden size={14} /> {t("theme.kept")}
            </span>
          ) : null}
          {isKept === false ? <span className="text-warn">{t("theme.lost")}</span> : null}
        </p>
      </div>
    </Section>
  );
}
