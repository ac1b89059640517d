import type { ReplyOf, skillsApi } from "@skillmint/core/protocol/api";
import { useState, type ReactNode } from "react";
import { Link } from "wouter";
import { Button } from "../design/button.tsx";
import { useWords } from "../text/use-words.tsx";
import { OfferBadge } from "./offer-badge.tsx";
import { addressOfSkill } from "./skill-address.ts";
import { skillWhyTexts } from "./skill-why-texts.ts";
import { skillsTexts } from "./skills-texts.ts";
import { usePlace } from "./use-place.ts";
import { useWordLayer } from "./use-word-layer.ts";
import { wordReason } from "./word-reason.ts";

type WhySkill = ReplyOf<typeof skillsApi.explainSkills>["skills"][number];

const shownAtFirst = 50;

function Score({ score, best }: { score: number; best: number }): ReactNode {
  const t = useWords(skillWhyTexts);
  return (
    <span className="flex items-center gap-2" title={score === 0 ? t("noWord") : undefined}>
      <span className="w-10 text-right text-ink-2 tabular-nums">{score === 0 ? "–" : score.toFixed(2)}</span>
      <span aria-hidden className="hidden h-1.5 w-20 overflow-hidden rounded-sm bg-panel sm:block">
        <span
          className="block h-full bg-accent"
          style={{ width: best === 0 ? "0" : `${(100 * score) / best}%` }}
        />
      </span>
    </span>
  );
}

function Row({ skill, best }: { skill: WhySkill; best: number }): ReactNode {
  const t = useWords(skillsTexts);
  const wordLayer = useWordLayer();
  const { to } = usePlace();
  return (
    <tr className="border-t border-line align-baseline">
      <td className="py-1.5 pr-3 text-right text-ink-3 tabular-nums">{skill.rank}</td>
      <th className="py-1.5 pr-3 text-left font-normal" scope="row">
        <Link
          className="font-medium break-words hover:underline"
          title={skill.id}
          to={to(addressOfSkill(skill.id))}
        >
          {skill.name}
        </Link>{" "}
        <span className="text-xs text-ink-3">{wordLayer(skill.layer)}</span>
        <span className="mt-0.5 block text-xs text-ink-3 lg:hidden">
          <OfferBadge standing={skill} /> {wordReason(skill, t)}
        </span>
      </th>
      <td className="py-1.5 pr-3">
        <Score best={best} score={skill.score} />
      </td>
      <td className="py-1.5 max-lg:hidden">
        <OfferBadge standing={skill} />
        <span className="ml-2 text-xs text-ink-3">{wordReason(skill, t)}</span>
      </td>
    </tr>
  );
}

/** Each skill with its place in the list and the reason for it. */
export function WhyTable({ skills }: { skills: readonly WhySkill[] }): ReactNode {
  const t = useWords(skillWhyTexts);
  const [isWhole, setWhole] = useState(false);
  if (skills.length === 0) return <p className="py-8 text-center text-ink-2">{t("none")}</p>;
  const best = Math.max(...skills.map(({ score }) => score));
  const shown = isWhole ? skills : skills.slice(0, shownAtFirst);
  return (
    <>
      <table className="w-full border-collapse text-sm">
        <thead className="text-left text-xs text-ink-3">
          <tr>
            <th className="w-12 py-1.5 pr-3 text-right font-medium" scope="col">
              {t("rank")}
            </th>
            <th className="py-1.5 pr-3 font-medium" scope="col">
              {t("skill")}
            </th>
            <th className="w-px py-1.5 pr-3 font-medium" scope="col">
              {t("score")}
            </th>
            <th className="w-[45%] py-1.5 font-medium max-lg:hidden" scope="col">
              {t("offered")}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((skill) => (
            <Row best={best} key={skill.id} skill={skill} />
          ))}
        </tbody>
      </table>
      {shown.length < skills.length ? (
        <Button className="mt-3" onClick={() => setWhole(true)}>
          {t("more", { count: skills.length })}
        </Button>
      ) : null}
    </>
  );
}
