import type { SkillDraftReport } from "@skillmint/core/protocol/api";
import type { ReactNode } from "react";
import { useWordError } from "../text/use-word-error.ts";
import { useWords } from "../text/use-words.tsx";
import { FindingList } from "./finding-list.tsx";
import { joinFindings } from "./join-findings.ts";
import { RequirementList } from "./requirement-list.tsx";
import { skillEditTexts } from "./skill-edit-texts.ts";
import { skillsTexts } from "./skills-texts.ts";
import { wordReason } from "./word-reason.ts";

interface ReportProps {
  report: SkillDraftReport | undefined;
  error: Error | null;
  isChecking: boolean;
  onLine?: (line: number) => void;
}

function Report({
  report,
  onLine,
}: {
  report: SkillDraftReport;
  onLine?: (line: number) => void;
}): ReactNode {
  const t = useWords(skillsTexts);
  const e = useWords(skillEditTexts);
  const missing = report.requirements.filter(({ found }) => !found);
  return (
    <>
      <p className={`mb-2 ${report.offered ? "text-ink-2" : "text-warn"}`}>
        {report.offered ? e("wouldOffer") : `${e("unoffered")}: ${wordReason(report, t)}`}
      </p>
      <FindingList findings={joinFindings(report, report.diagnostics)} {...(onLine ? { onLine } : {})} />
      {missing.length === 0 ? null : (
        <details className="mt-3">
          <summary className="text-warn">{e("missing", { count: missing.length })}</summary>
          <div className="mt-2">
            <RequirementList requirements={missing} />
          </div>
        </details>
      )}
    </>
  );
}

/** What is to be said about a text while it is written. */
export function DraftReport({ report, error, isChecking, onLine }: ReportProps): ReactNode {
  const t = useWords(skillsTexts);
  const wordError = useWordError();
  return (
    <section aria-busy={isChecking} aria-label={t("check")} className="text-sm">
      <h2 className="mb-2 flex items-baseline gap-2 font-semibold">
        {t("check")}
        <span className="text-xs font-normal text-ink-3" role="status">
          {isChecking ? t("check.running") : ""}
        </span>
      </h2>
      {error ? <p className="text-bad">{t("check.failed", { message: wordError(error) })}</p> : null}
      {report ? <Report report={report} {...(onLine ? { onLine } : {})} /> : null}
    </section>
  );
}
