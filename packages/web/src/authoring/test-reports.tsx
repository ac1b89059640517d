import type { SkillPage, SkillTestReport, SkillTestsResult } from "@skillmint/core/protocol/api";
import { CircleCheck, CircleDashed, CircleX, RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { formatCost, formatDuration, formatTokens } from "../design/format.ts";
import { useWords } from "../text/use-words.tsx";
import { insideFolder } from "./inside-folder.ts";
import { PlainDiff } from "./plain-diff.tsx";
import { TestDivergence } from "./test-divergence.tsx";
import { testsTexts } from "./tests-texts.ts";

const marks = {
  passed: [CircleCheck, "text-accent"],
  failed: [CircleX, "text-bad"],
  skipped: [CircleDashed, "text-ink-3"],
  updated: [RefreshCw, "text-warn"],
} as const;

function Report({ report, folder }: { report: SkillTestReport; folder: string }): ReactNode {
  const t = useWords(testsTexts);
  const { name, state, how, failures, reason, divergence, diff, notes, ms, tokens, cost } = report;
  const [Icon, tone] = marks[state];
  // A divergence is among the failures, worded for a terminal; here it is shown as what it is.
  const recording = divergence && failures.find(({ expectation }) => expectation === "cassette");
  const others = failures.filter((failure) => failure !== recording);
  const where = ({ file, line }: { file: string; line: number } = report): string =>
    t("where", { file: insideFolder(file, folder), line });
  const facts = [
    t(`how.${how}`),
    formatDuration(ms),
    ...(tokens > 0 && how !== "replay" ? [t("tokens", { count: formatTokens(tokens) })] : []),
    ...(cost === undefined ? [] : [formatCost(cost)]),
  ];
  return (
    <li className="py-3">
      <div className="flex gap-2.5">
        <Icon aria-hidden className={`mt-1 shrink-0 ${tone}`} size={15} />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-baseline gap-x-2.5">
            <span className="font-medium break-words">{name}</span>
            <span className={`text-xs ${tone}`}>{t(`state.${state}`)}</span>
            <span className="ml-auto text-xs text-ink-3 tabular-nums">{facts.join(" · ")}</span>
          </p>
          {reason === undefined ? null : <p className="text-sm text-ink-2">{reason}</p>}
          {divergence ? <TestDivergence divergence={divergence} where={where(recording)} /> : null}
          <ul className="mt-1 space-y-2 empty:hidden">
            {others.map((failure, index) => (
              <li className="text-sm" key={index}>
                <p className="break-words whitespace-pre-wrap text-bad">{failure.message}</p>
                <p className="font-mono text-xs break-all text-ink-3">
                  {failure.expectation === "" ? "" : `${failure.expectation} · `}
                  {where(failure)}
                </p>
              </li>
            ))}
          </ul>
          {diff === undefined || diff === "" ? null : (
            <div className="mt-2 text-sm">
              <p className="mb-1 text-ink-2">{t("changed")}</p>
              <PlainDiff text={diff} />
            </div>
          )}
          {notes.map((note) => (
            <p className="mt-1 text-xs break-words text-ink-3" key={note}>
              {note}
            </p>
          ))}
        </div>
      </div>
    </li>
  );
}

/** What became of each test; what does not hold, to the line. */
export function TestReports({ result, skill }: { result: SkillTestsResult; skill: SkillPage }): ReactNode {
  const t = useWords(testsTexts);
  const { summary, reports, stopped } = result;
  return (
    <section>
      <p
        className={`mb-3 rounded-md px-3 py-2 text-sm ${summary.failed > 0 ? "bg-bad-soft text-bad" : "bg-accent-soft text-accent-strong"}`}
        role="status"
      >
        {t("summary", { ...summary })}
        {stopped ? ` ${t("summary.stopped")}` : ""}
      </p>
      <ul className="divide-y divide-line border-y border-line">
        {reports.map((report) => (
          <Report folder={skill.folder} key={`${report.file}:${report.line}`} report={report} />
        ))}
      </ul>
    </section>
  );
}
