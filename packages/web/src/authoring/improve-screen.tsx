import type { ReactNode } from "react";
import { useWords } from "../text/use-words.tsx";
import { improveTexts } from "./improve-texts.ts";
import { ImproveWork } from "./improve-work.tsx";
import { SkillPart } from "./skill-part.tsx";
import { isOwn } from "./skill-tabs.tsx";

/** Improves the skill of the page. */
export default function ImproveScreen(): ReactNode {
  const t = useWords(improveTexts);
  return (
    <SkillPart>
      {(skill) =>
        isOwn(skill) ? (
          <>
            <p className="mb-5 max-w-reading text-sm text-ink-2">{t("explain")}</p>
            <ImproveWork skill={skill.id} />
          </>
        ) : (
          <p className="text-ink-2">{t("notOwn")}</p>
        )
      }
    </SkillPart>
  );
}
