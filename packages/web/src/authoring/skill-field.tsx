import type { ReactNode } from "react";
import { SelectField } from "../settings/parts/field.tsx";
import { useSkills } from "../skills/use-skills.ts";
import { useWords } from "../text/use-words.tsx";
import { improveTexts } from "./improve-texts.ts";

interface FieldProps {
  value: string;
  isLocked: boolean;
  onChange(id: string): void;
}

/** One of the person's own skills, or whichever fits. */
export function SkillField({ value, isLocked, onChange }: FieldProps): ReactNode {
  const t = useWords(improveTexts);
  const { data } = useSkills();
  const own = (data?.skills ?? []).filter(({ layer }) => layer === "user" || layer === "project");
  return (
    <SelectField
      disabled={isLocked}
      label={t("skill")}
      onChange={({ target }) => onChange(target.value)}
      options={[["", t("skill.any")], ...own.map(({ id, name }) => [id, name] as const)]}
      value={own.some(({ id }) => id === value) ? value : ""}
    />
  );
}
