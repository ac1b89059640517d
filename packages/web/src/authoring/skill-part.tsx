import type { SkillPage } from "@skillmint/core/protocol/api";
import type { ReactNode } from "react";
import { Failed, LoadingLines } from "../skills/page-state.tsx";
import { skillsTexts } from "../skills/skills-texts.ts";
import { usePlace, useSkillId } from "../skills/use-place.ts";
import { useSkill } from "../skills/use-skills.ts";
import { useWordError } from "../text/use-word-error.ts";
import { useWords } from "../text/use-words.tsx";
import { Page } from "./page.tsx";
import { SkillTabs } from "./skill-tabs.tsx";
import { tabsTexts } from "./tabs-texts.ts";

/** A page about one side of a skill. */
export function SkillPart({ children }: { children(skill: SkillPage): ReactNode }): ReactNode {
  const t = useWords(tabsTexts);
  const s = useWords(skillsTexts);
  const wordError = useWordError();
  const { to } = usePlace();
  const id = useSkillId();
  const { data, error, refetch } = useSkill(id);
  return (
    <Page back={{ to: to("/skills"), text: s("back") }} isWide key={id}>
      {data ? (
        <>
          <h1 className="mb-4 text-lg font-semibold break-words">{data.name}</h1>
          <SkillTabs skill={data} />
          {children(data)}
        </>
      ) : error ? (
        <Failed message={t("failed.one", { message: wordError(error) })} onRetry={() => void refetch()} />
      ) : (
        <LoadingLines />
      )}
    </Page>
  );
}
