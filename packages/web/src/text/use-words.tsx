import { createAreaWords, languages, type AreaWords, type Language } from "@skillmint/core/protocol";
import { createContext, use, useEffect, useMemo, useState, type ReactNode } from "react";

interface Chosen {
  language: Language;
  choose(language: Language): void;
}

const LanguageContext = createContext<Chosen>({ language: "en", choose: () => {} });
const key = "skillmint-language";

/** What was chosen in this browser, else what it is in. */
export function preferredLanguage(): Language {
  const kept = languages.find((language) => language === localStorage.getItem(key));
  return kept ?? (navigator.language.toLowerCase().startsWith("zh") ? "zh-CN" : "en");
}

export function LanguageProvider({ children }: { children: ReactNode }): ReactNode {
  const [language, setLanguage] = useState(preferredLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const value = useMemo(
    () => ({
      language,
      choose: (next: Language) => {
        localStorage.setItem(key, next);
        setLanguage(next);
      },
    }),
    [language],
  );
  return <LanguageContext value={value}>{children}</LanguageContext>;
}

export function useLanguage(): Chosen {
  return use(LanguageContext);
}

/** The words of a screen in the person's language: `const t = useWords(frameTexts)`. */
export function useWords<E extends Record<string, string>>(texts: Record<Language, E>): AreaWords<E> {
  const { language } = useLanguage();
  return useMemo(() => createAreaWords(texts, language), [texts, language]);
}
