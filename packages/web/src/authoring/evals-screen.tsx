import { authoringApi, evalReply, evalsApi, type SkillPage } from "@skillmint/core/protocol/api";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, type ReactNode } from "react";
import { useServices } from "../app/services.tsx";
import { Failed, LoadingLines } from "../skills/page-state.tsx";
import { usePlace } from "../skills/use-place.ts";
import { useWordError } from "../text/use-word-error.ts";
import { useWords } from "../text/use-words.tsx";
import { EmptyFiles } from "./empty-files.tsx";
import { emptyChoices, EvalForm, toChoices } from "./eval-form.tsx";
import { EvalResult } from "./eval-result.tsx";
import { evalsTexts } from "./evals-texts.ts";
import { FileProblems } from "./file-problems.tsx";
import { SkillPart } from "./skill-part.tsx";
import { useEvalCases } from "./use-sources.ts";
import { useKeptForm } from "./use-kept-form.ts";
import { useWork } from "./use-work.ts";
import { WorkProgress } from "./work-progress.tsx";

/** What was measured last, and the versions it could be compared with. */
function usePast(id: string) {
  const { client } = useServices();
  const { place } = usePlace();
  const call = { params: { id }, query: place };
  const last = useQuery({
    queryKey: ["skills", "last-evals", place, id],
    queryFn: ({ signal }) => client.call(evalsApi.lastEvals, call, signal),
    retry: false,
  });
  const history = useQuery({
    queryKey: ["skills", "history", place, id],
    queryFn: ({ signal }) => client.call(authoringApi.skillHistory, call, signal),
    retry: false,
  });
  return { last: last.data?.result ?? undefined, versions: history.data?.versions ?? [] };
}

function Evals({ skill }: { skill: SkillPage }): ReactNode {
  const t = useWords(evalsTexts);
  const wordError = useWordError();
  const { client } = useServices();
  const { place } = usePlace();
  const queries = useQueryClient();
  const { form: choices, change } = useKeptForm(`evals-${skill.id}`, emptyChoices);
  const { data, error, refetch } = useEvalCases(skill.id);
  const { last, versions } = usePast(skill.id);
  const work = useWork(`eval-${skill.id}`, evalReply, () =>
    client.call(evalsApi.runEvals, {
      params: { id: skill.id },
      body: { ...place, ...toChoices(choices) },
    }),
  );
  const isOver = work.job !== undefined && !work.isRunning;
  useEffect(() => {
    if (isOver) void queries.invalidateQueries({ queryKey: ["skills", "last-evals"] });
  }, [isOver, queries]);
  if (error && !data)
    return <Failed message={t("failed", { message: wordError(error) })} onRetry={() => void refetch()} />;
  if (!data) return <LoadingLines />;
  if (data.files.length === 0)
    return <EmptyFiles kind="evals" onWritten={() => void refetch()} skill={skill} />;
  const fresh = work.result && work.result.done > 0 ? work.result : undefined;
  const result = fresh && fresh.startedAt >= (last?.startedAt ?? 0) ? fresh : last;
  const start = (): void => work.start(undefined);
  return (
    <>
      <p className="mb-4 max-w-reading text-sm text-ink-2">{t("explain")}</p>
      <EvalForm
        choices={choices}
        counts={{ cases: data.cases.length, triggers: data.triggers.length }}
        hasResult={result !== undefined}
        isLocked={work.isRunning}
        onChange={change}
        onStart={start}
        versions={versions}
      />
      <WorkProgress onRetry={start} work={work} />
      {work.result && !fresh && !work.isRunning ? (
        <p className="my-4 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn" role="status">
          {t("partial", {
            done: 0,
            total: work.result.total,
            reason: work.result.stopped?.message ?? "",
          })}
        </p>
      ) : null}
      {result ? (
        <EvalResult key={result.startedAt} result={result} />
      ) : work.isRunning ? null : (
        <p className="py-4 text-sm text-ink-3">{t("none")}</p>
      )}
      <FileProblems folder={skill.folder} problems={result?.diagnostics ?? data.diagnostics} />
    </>
  );
}

/** How much a skill helps, measured. */
export default function EvalsScreen(): ReactNode {
  return <SkillPart>{(skill) => <Evals skill={skill} />}</SkillPart>;
}
