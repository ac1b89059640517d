import { Switch } from "@base-ui/react/switch";
import type { SkillRow } from "@skillmint/core/protocol/api";
import type { ReactNode } from "react";
import { useWordError } from "../text/use-word-error.ts";
import { useWords } from "../text/use-words.tsx";
import { skillsTexts } from "./skills-texts.ts";
import { useSwitchSkill } from "./use-skills.ts";

/** Switches a skill on or off, from the next prompt on. It moves at once, and back where that was refused. */
export function SkillSwitch({ skill }: { skill: Pick<SkillRow, "id" | "name" | "enabled"> }): ReactNode {
  const t = useWords(skillsTexts);
  const wordError = useWordError();
  const { mutate, variables, isPending, error } = useSwitchSkill(skill.id);
  const isOn = isPending ? variables : skill.enabled;
  return (
    <span className="flex shrink-0 items-center gap-2">
      {error ? (
        <span className="max-w-48 truncate text-xs text-bad" role="alert" title={wordError(error)}>
          {wordError(error)}
        </span>
      ) : null}
      <Switch.Root
        aria-label={t("switch", { name: skill.name })}
        checked={isOn}
        className="relative inline-flex h-5 w-9 cursor-pointer items-center rounded-full bg-line-strong p-0.5 transition-colors after:absolute after:-inset-3 after:content-[''] data-[checked]:bg-accent"
        onCheckedChange={(next) => mutate(next)}
      >
        <Switch.Thumb className="size-4 rounded-full bg-page transition-transform data-[checked]:translate-x-4" />
      </Switch.Root>
    </span>
  );
}
