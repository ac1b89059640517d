import { languages } from "@skillmint/core/protocol";
import type { ReactNode } from "react";
import { useLanguage, useWords } from "../../text/use-words.tsx";
import { ChangeNote } from "../parts/change-note.tsx";
import { ChoiceList } from "../parts/choice-list.tsx";
import { Section } from "../parts/section.tsx";
import { useSetting } from "../parts/use-setting.ts";
import { lookTexts } from "./look-texts.ts";

/** Each in its own words: whoever looks for it may read no other. */
const names = { en: "English", "zh-CN": "简体中文" } as const;

export function LanguageSection(): ReactNode {
  const t = useWords(lookTexts);
  const { language, choose } = useLanguage();
  const { change } = useSetting("language");
  return (
    <Section lead={t("language.lead")} title={t("language")}>
      <div>
        <ChoiceList
          choices={languages.map((value) => ({ value, title: names[value], aside: value }))}
          label={t("language")}
          onChoose={(next) => {
            choose(next);
            return change.mutateAsync(next);
          }}
          value={language}
        />
        <p className="mt-2 empty:hidden">
          <ChangeNote change={change} />
        </p>
      </div>
    </Section>
  );
}
