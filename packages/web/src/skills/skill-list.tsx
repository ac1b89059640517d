import { useMemo, type ReactNode } from "react";
import { Link } from "wouter";
import { MeaningSearch } from "../authoring/meaning-search.tsx";
import { useWordError } from "../text/use-word-error.ts";
import { useWords } from "../text/use-words.tsx";
import { filterSkills, groupSkills, joinFound, sortProblems, type Filter } from "./group-skills.ts";
import { LayerSection } from "./layer-section.tsx";
import { Failed, LoadingLines } from "./page-state.tsx";
import { ProblemList } from "./problem-list.tsx";
import { SkillRows } from "./skill-rows.tsx";
import { skillsTexts } from "./skills-texts.ts";
import { usePlace } from "./use-place.ts";
import { useFoundSkills, useSkills } from "./use-skills.ts";

/** By layer; or, where something is looked for, what was found. */
export function SkillList({ filter, query }: { filter: Filter; query: string }): ReactNode {
  const t = useWords(skillsTexts);
  const wordError = useWordError();
  const { to } = usePlace();
  const { data, error, refetch } = useSkills();
  const found = useFoundSkills(query);
  const problems = useMemo(() => sortProblems(data?.skills ?? [], data?.diagnostics ?? []), [data]);
  if (error && !data)
    return <Failed message={t("failed", { message: wordError(error) })} onRetry={() => void refetch()} />;
  if (!data) return <LoadingLines />;
  const shown = filterSkills(data.skills, filter);
  if (query !== "") {
    const rows = joinFound(shown, found.data ?? [], query);
    if (rows.length === 0)
      return found.isFetching ? (
        <LoadingLines count={2} />
      ) : (
        <>
          <p className="px-3 pt-8 text-center text-ink-2">{t("nothingFound", { query })}</p>
          <MeaningSearch query={query} />
        </>
      );
    return (
      <div className="mt-4">
        <SkillRows problems={problems.bySkill} skills={rows} withLayer />
        <MeaningSearch query={query} />
      </div>
    );
  }
  return (
    <>
      {shown.length > 0 ? (
        groupSkills(shown).map((group) => (
          <LayerSection group={group} key={group.layer} problems={problems.bySkill} />
        ))
      ) : (
        <div className="mx-auto max-w-md px-3 py-12 text-center text-ink-2">
          <p className="mb-4">{t(data.skills.length === 0 ? "empty" : "empty.filter")}</p>
          {data.skills.length === 0 ? (
            <Link className="text-accent underline" to={to("/skills/new")}>
              {t("new")}
            </Link>
          ) : null}
        </div>
      )}
      <ProblemList problems={problems.rest} />
    </>
  );
}
