import { Sparkles } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useWords } from "../text/use-words.tsx";
import { Chooser } from "./chooser.tsx";
import { composerTexts } from "./composer-texts.ts";
import { callName, rankSkills } from "./rank-skills.ts";
import { useSkillChoice } from "./use-suggestions.ts";

interface SkillChooserProps {
  folder: string | undefined;
  isDisabled: boolean;
  onPick(name: string): void;
}

/** The same skills that `/` offers, for those who would rather click. */
export function SkillChooser({ folder, isDisabled, onPick }: SkillChooserProps): ReactNode {
  const t = useWords(composerTexts);
  const [isWanted, setWanted] = useState(false);
  const { data = [] } = useSkillChoice(folder, isWanted);
  const items = rankSkills(data, "").map((skill) => ({
    value: callName(skill),
    label: callName(skill),
    detail: skill.description,
  }));
  return (
    <Chooser
      groups={items.length === 0 ? [] : [{ title: t("skills"), items }]}
      icon={Sparkles}
      isDisabled={isDisabled}
      isSlim
      label={t("skills.choose")}
      none={t("skills.none")}
      onOpen={(isOpen) => (isOpen ? setWanted(true) : undefined)}
      onPick={onPick}
      search={t("skills.search")}
      text={t("skills")}
    />
  );
}
