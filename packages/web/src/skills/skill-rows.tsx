import { useState, type ReactNode } from "react";
import { Button } from "../design/button.tsx";
import { useWords } from "../text/use-words.tsx";
import type { ListedSkill, SkillProblem } from "./group-skills.ts";
import { SkillLine } from "./skill-line.tsx";
import { skillsTexts } from "./skills-texts.ts";
import { useWordLayer } from "./use-word-layer.ts";

/** More are shown when they are asked for: a list of thousands is searched, not read. */
const shownAtFirst = 60;

interface RowsProps {
  skills: readonly ListedSkill[];
  problems: ReadonlyMap<string, readonly SkillProblem[]>;
  /** Where the list mixes layers. */
  withLayer?: boolean;
}

export function SkillRows({ skills, problems, withLayer = false }: RowsProps): ReactNode {
  const t = useWords(skillsTexts);
  const wordLayer = useWordLayer();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? skills : skills.slice(0, shownAtFirst);
  return (
    <>
      <ul>
        {shown.map((skill) => (
          <SkillLine
            key={skill.id}
            layer={withLayer ? wordLayer(skill.layer) : undefined}
            problems={problems.get(skill.id)?.length ?? 0}
            skill={skill}
          />
        ))}
      </ul>
      {shown.length < skills.length ? (
        <Button className="mt-1 ml-3" look="quiet" onClick={() => setWhole(true)}>
          {t("showAll", { count: skills.length })}
        </Button>
      ) : null}
    </>
  );
}
