import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { useWords } from "../text/use-words.tsx";
import type { LayerGroup, SkillProblem } from "./group-skills.ts";
import { SkillRows } from "./skill-rows.tsx";
import { useWordLayer } from "./use-word-layer.ts";
import { skillsTexts } from "./skills-texts.ts";

interface SectionProps {
  group: LayerGroup;
  problems: ReadonlyMap<string, readonly SkillProblem[]>;
}

/** The skills of one layer, with where they lie and how many there are. */
export function LayerSection({ group, problems }: SectionProps): ReactNode {
  const t = useWords(skillsTexts);
  const wordLayer = useWordLayer();
  const { layer, roots, skills } = group;
  return (
    <details className="group/layer mt-4" open>
      <summary className="sticky top-0 z-10 flex list-none items-baseline gap-2 rounded-md bg-page px-3 py-1.5 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="-ml-1 shrink-0 self-center text-ink-3 transition-transform group-open/layer:rotate-90"
          size={14}
        />
        <h2 className="shrink-0 text-sm font-semibold">{wordLayer(layer)}</h2>
        <span className="shrink-0 text-xs text-ink-3 tabular-nums">{skills.length}</span>
        <span
          className="min-w-0 flex-1 truncate text-right font-mono text-xs text-ink-3"
          title={roots.join("\n")}
        >
          {roots[0]}
        </span>
        {roots.length > 1 ? (
          <span className="shrink-0 text-xs text-ink-3" title={roots.join("\n")}>
            {t("moreFolders", { count: roots.length - 1 })}
          </span>
        ) : null}
      </summary>
      <SkillRows problems={problems} skills={skills} />
    </details>
  );
}
