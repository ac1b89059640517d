import type { ReactNode } from "react";
import { useSearch } from "wouter";
import { skillsTexts } from "../skills/skills-texts.ts";
import { usePlace } from "../skills/use-place.ts";
import { useWords } from "../text/use-words.tsx";
import { improveTexts } from "./improve-texts.ts";
import { ImproveWork } from "./improve-work.tsx";
import { Page } from "./page.tsx";

/** Improves whichever skill, from a session that the address names. */
export default function ImproveAnyScreen(): ReactNode {
  const t = useWords(improveTexts);
  const s = useWords(skillsTexts);
  const { to } = usePlace();
  const session = new URLSearchParams(useSearch()).get("session");
  return (
    <Page back={{ to: to("/skills"), text: s("back") }}>
      <h1 className="text-lg font-semibold">{t("title")}</h1>
      <p className="mt-1 mb-5 max-w-reading text-sm text-ink-2">{t("explain")}</p>
      <ImproveWork key={session} {...(session === null ? {} : { session })} />
    </Page>
  );
}
