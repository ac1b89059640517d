import { TriangleAlert } from "lucide-react";
import { memo, type ReactNode } from "react";
import { Link } from "wouter";
import { useLanguage, useWords } from "../text/use-words.tsx";
import { formatDay } from "./format-day.ts";
import type { ListedSkill } from "./group-skills.ts";
import { OfferBadge } from "./offer-badge.tsx";
import { addressOfSkill } from "./skill-address.ts";
import { SkillSwitch } from "./skill-switch.tsx";
import { skillsTexts } from "./skills-texts.ts";
import { usePlace } from "./use-place.ts";

interface LineProps {
  skill: ListedSkill;
  problems: number;
  /** Said where the list does not say it already. */
  layer: string | undefined;
}

function Used({ used }: Pick<ListedSkill, "used">): ReactNode {
  const t = useWords(skillsTexts);
  const { language } = useLanguage();
  if (!used) return null;
  const { count, lastAt } = used;
  return (
    <span
      className="shrink-0 text-xs text-ink-3 tabular-nums"
      title={t("used", { count, when: formatDay(lastAt, language) })}
    >
      {t("usedShort", { count })}
    </span>
  );
}

/** One skill of a list. */
export const SkillLine = memo(({ skill, problems, layer }: LineProps): ReactNode => {
  const t = useWords(skillsTexts);
  const { to } = usePlace();
  const { name, plugin } = skill;
  return (
    <li className="flex items-center gap-4 rounded-md px-3 py-2 [contain-intrinsic-size:auto_3.5rem] [content-visibility:auto] hover:bg-panel">
      <Link className="min-w-0 flex-1" to={to(addressOfSkill(skill.id))}>
        <span className="flex flex-wrap items-baseline gap-x-2.5">
          <span className="max-w-full truncate font-medium">{name}</span>
          {plugin === undefined ? null : <span className="text-xs text-ink-3">{plugin}</span>}
          {layer === undefined ? null : <span className="text-xs text-ink-3">{layer}</span>}
          <OfferBadge standing={skill} />
          {problems === 0 ? null : (
            <span
              className="inline-flex items-center gap-1 self-center text-xs text-warn"
              title={t("findings", { count: problems })}
            >
              <TriangleAlert aria-hidden size={12} />
              <span aria-hidden>{problems}</span>
              <span className="sr-only">{t("findings", { count: problems })}</span>
            </span>
          )}
        </span>
        <span className="block truncate text-sm text-ink-2 max-sm:line-clamp-2 max-sm:whitespace-normal">
          {skill.description}
        </span>
      </Link>
      <Used used={skill.used} />
      <SkillSwitch skill={skill} />
    </li>
  );
});
SkillLine.displayName = "SkillLine";
