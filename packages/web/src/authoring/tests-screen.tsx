import { skillTestsApi, skillTestsResult, type SkillPage } from "@skillmint/core/protocol/api";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useServices } from "../app/services.tsx";
import { Button } from "../design/button.tsx";
import { Failed, LoadingLines } from "../skills/page-state.tsx";
import { usePlace } from "../skills/use-place.ts";
import { useWordError } from "../text/use-word-error.ts";
import { useWords } from "../text/use-words.tsx";
import { EmptyFiles } from "./empty-files.tsx";
import { FileProblems } from "./file-problems.tsx";
import { SkillPart } from "./skill-part.tsx";
import { TestList } from "./test-list.tsx";
import { TestReports } from "./test-reports.tsx";
import { testsTexts } from "./tests-texts.ts";
import { Tick } from "./tick.tsx";
import { useWork } from "./use-work.ts";
import { WorkProgress } from "./work-progress.tsx";

function Tests({ skill }: { skill: SkillPage }): ReactNode {
  const t = useWords(testsTexts);
  const wordError = useWordError();
  const { client } = useServices();
  const { place } = usePlace();
  const [wanted, setLive] = useState<boolean>();
  const [updated, setUpdate] = useState<boolean>();
  const call = { params: { id: skill.id } };
  const work = useWork(`test-${skill.id}`, skillTestsResult, (options: { live: boolean; update: boolean }) =>
    client.call(skillTestsApi.runTests, { ...call, body: { ...place, ...options } }),
  );
  const { data, error, refetch } = useQuery({
    // Recordings come into being while tests run.
    queryKey: ["skills", "tests", place, skill.id, work.job?.endedAt],
    queryFn: ({ signal }) => client.call(skillTestsApi.listTests, { ...call, query: place }, signal),
    retry: false,
    placeholderData: keepPreviousData,
  });
  if (error && !data)
    return <Failed message={t("failed", { message: wordError(error) })} onRetry={() => void refetch()} />;
  if (!data) return <LoadingLines />;
  const isEmpty = data.tests.length + data.diagnostics.length === 0;
  const needsModel = data.tests.some(({ recorded }) => !recorded);
  const live = wanted ?? (needsModel && data.tests.every(({ recorded }) => !recorded));
  // A recording that a test names and nobody made is what a run with a model is for.
  const update = updated ?? data.tests.some(({ cassette, recorded }) => cassette !== undefined && !recorded);
  const start = (): void => work.start({ live, update: live && update });
  if (isEmpty) return <EmptyFiles kind="tests" onWritten={() => void refetch()} skill={skill} />;
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center gap-x-5 gap-y-2">
        <p className="min-w-0 flex-1 basis-80 text-sm text-ink-2">{t("explain")}</p>
        <Tick isLocked={work.isRunning} isOn={live} onChange={setLive} text={t("live")} />
        {live ? (
          <Tick isLocked={work.isRunning} isOn={update} onChange={setUpdate} text={t("update")} />
        ) : null}
        <Button disabled={work.isRunning} look={work.result ? "plain" : "primary"} onClick={start}>
          <Play aria-hidden size={14} />
          {t(work.result ? "run.again" : "run")}
        </Button>
      </div>
      {needsModel && !live ? <p className="mb-4 text-xs text-ink-3">{t("live.hint")}</p> : null}
      <WorkProgress onRetry={start} work={work} />
      {work.result && !work.isRunning ? (
        <TestReports result={work.result} skill={skill} />
      ) : (
        <TestList folder={skill.folder} tests={data.tests} />
      )}
      <FileProblems folder={skill.folder} problems={work.result?.diagnostics ?? data.diagnostics} />
    </>
  );
}

/** The tests of a skill: what there is, and what became of it. */
export default function TestsScreen(): ReactNode {
  return <SkillPart>{(skill) => <Tests skill={skill} />}</SkillPart>;
}
