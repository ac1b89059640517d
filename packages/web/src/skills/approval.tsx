import { skillsApi } from "@skillmint/core/protocol/api";
import { useMutation, useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { ApiError } from "../api/client.ts";
import { useServices } from "../app/services.tsx";
import { Button } from "../design/button.tsx";
import { CodeBlock } from "../markdown/code-block.tsx";
import { useWordError } from "../text/use-word-error.ts";
import { useWords } from "../text/use-words.tsx";
import { Failed } from "./page-state.tsx";
import { skillsTexts } from "./skills-texts.ts";
import { usePlace } from "./use-place.ts";
import { useRefreshSkills } from "./use-skills.ts";

function useApproval(id: string) {
  const { client } = useServices();
  const { place } = usePlace();
  const refresh = useRefreshSkills();
  const params = { id };
  const shown = useQuery({
    queryKey: ["skills", "approval", place, id],
    queryFn: ({ signal }) => client.call(skillsApi.getSkillApproval, { params, query: place }, signal),
    retry: false,
  });
  const approve = useMutation({
    mutationFn: ({ digest, rules }: { digest: string; rules: string[] }) =>
      client.call(skillsApi.approveSkill, { params, body: { ...place, digest, rules } }),
    onSettled: refresh,
  });
  const forget = useMutation({
    mutationFn: () => client.call(skillsApi.forgetSkillApproval, { params, query: place }),
    onSettled: refresh,
  });
  return { shown, approve, forget };
}

/** What a skill wants to do without a question, and the person's word on it. Exactly what is shown is approved. */
export function Approval({ id }: { id: string }): ReactNode {
  const t = useWords(skillsTexts);
  const wordError = useWordError();
  const { shown, approve, forget } = useApproval(id);
  const { data } = shown;
  if (shown.error) return <Failed message={wordError(shown.error)} onRetry={() => void shown.refetch()} />;
  if (!data) return <div aria-busy className="h-12 animate-pulse rounded-md bg-panel" />;
  const { rules, digest, approved, trusted, change } = data;
  const failed = approve.error ?? forget.error;
  const isStale = failed instanceof ApiError && failed.status === 409;
  return (
    <>
      <p className="mb-1.5 text-ink-2">{t("tools.explain")}</p>
      <ul className="mb-2 flex flex-wrap gap-1.5">
        {rules.map((rule) => (
          <li className="rounded-sm bg-panel px-1.5 py-0.5 font-mono text-xs break-all" key={rule}>
            {rule}
          </li>
        ))}
      </ul>
      {change === undefined ? null : (
        <>
          <p className="text-warn">{t("tools.changed")}</p>
          <div className="max-h-80 overflow-y-auto">
            <CodeBlock language="diff" text={change} />
          </div>
        </>
      )}
      {failed ? (
        <Failed message={isStale ? t("tools.stale") : t("actionFailed", { message: wordError(failed) })} />
      ) : null}
      <p className={`mb-2 flex items-start gap-2 ${approved ? "text-accent" : "text-ink-2"}`}>
        {approved ? <ShieldCheck aria-hidden className="mt-1 shrink-0" size={14} /> : null}
        {t(approved ? "tools.approved" : trusted ? "tools.open" : "tools.untrusted")}
      </p>
      {approved ? (
        <Button disabled={forget.isPending} onClick={() => forget.mutate()}>
          {t("forget")}
        </Button>
      ) : (
        <Button
          disabled={!trusted || approve.isPending || shown.isFetching}
          onClick={() => approve.mutate({ digest, rules })}
        >
          {t("approve")}
        </Button>
      )}
    </>
  );
}
