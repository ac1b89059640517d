import type { SkillPage } from "@skillmint/core/protocol/api";
import { Play } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { keepDraft, readDraft } from "../composer/draft.ts";
import { callName, rankSkills } from "../composer/rank-skills.ts";
import { Button } from "../design/button.tsx";
import { useWords } from "../text/use-words.tsx";
import { skillsTexts } from "./skills-texts.ts";
import { usePlace } from "./use-place.ts";

/** Begins a session with the skill, beside whatever was typed there already. Not there where it could not start. */
export function UseButton({ skill }: { skill: SkillPage }): ReactNode {
  const t = useWords(skillsTexts);
  const { place } = usePlace();
  const [, go] = useLocation();
  const isElsewhere = skill.layer === "project" && place.folder !== undefined;
  if (isElsewhere || rankSkills([skill], "").length === 0) return null;
  return (
    <Button
      look="primary"
      onClick={() => {
        const { text, settings } = readDraft("new");
        const skills = [...new Set([...(settings.skills ?? []), callName(skill)])];
        keepDraft("new", text, { ...settings, skills });
        go("/new");
      }}
    >
      <Play aria-hidden size={14} />
      {t("use")}
    </Button>
  );
}
