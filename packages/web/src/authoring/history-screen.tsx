import { authoringApi, type SkillPage, type SkillVersionRow } from "@skillmint/core/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useServices } from "../app/services.tsx";
import { Failed, LoadingLines } from "../skills/page-state.tsx";
import { usePlace } from "../skills/use-place.ts";
import { useWordError } from "../text/use-word-error.ts";
import { useWords } from "../text/use-words.tsx";
import { historyTexts } from "./history-texts.ts";
import { RollbackDialog } from "./rollback-dialog.tsx";
import { SkillPart } from "./skill-part.tsx";
import { isOwn } from "./skill-tabs.tsx";
import { VersionRow } from "./version-row.tsx";

function Versions({ skill }: { skill: SkillPage }): ReactNode {
  const t = useWords(historyTexts);
  const wordError = useWordError();
  const { client } = useServices();
  const { place } = usePlace();
  const [wanted, setWanted] = useState<SkillVersionRow>();
  const [done, setDone] = useState<{ restored: number; version: number }>();
  const { data, error, refetch } = useQuery({
    queryKey: ["skills", "history", place, skill.id],
    queryFn: ({ signal }) =>
      client.call(authoringApi.skillHistory, { params: { id: skill.id }, query: place }, signal),
    retry: false,
  });
  if (error && !data)
    return <Failed message={t("failed", { message: wordError(error) })} onRetry={() => void refetch()} />;
  if (!data) return <LoadingLines />;
  const own = isOwn(skill);
  return (
    <>
      <p className="mb-4 max-w-reading text-sm text-ink-2">
        {t(data.versions.length === 0 ? "empty" : "explain")}
      </p>
      <div className="empty:hidden" role="status">
        {done ? (
          <p className="mb-4 rounded-md bg-accent-soft px-3 py-2 text-sm text-accent-strong">
            {t("back.done", { name: skill.name, ...done })}
          </p>
        ) : null}
      </div>
      {data.changed ? (
        <p className="mb-4 rounded-md bg-panel px-3 py-2 text-sm text-ink-2">{t("changed")}</p>
      ) : null}
      <ol className="space-y-1">
        {data.versions.map((version) => (
          <VersionRow
            id={skill.id}
            key={version.version}
            {...(own && !version.current ? { onBack: () => setWanted(version) } : {})}
            version={version}
          />
        ))}
      </ol>
      {wanted ? (
        <RollbackDialog
          onClose={() => setWanted(undefined)}
          onDone={(result) => {
            setWanted(undefined);
            setDone(result);
          }}
          skill={skill}
          version={wanted.version}
        />
      ) : null}
    </>
  );
}

/** The states that a skill had, and the way back to them. */
export default function HistoryScreen(): ReactNode {
  return <SkillPart>{(skill) => <Versions skill={skill} />}</SkillPart>;
}
