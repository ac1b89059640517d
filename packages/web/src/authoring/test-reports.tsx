import type { SkillPage, SkillTestReport, SkillTestsResult } from "@skillmint/core/protocol/api";
import { CircleCheck, CircleDashed, CircleX, RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { formatCost, formatDuration, formatTokens } from "../design/format.ts";
import { useWords } from "../text/use-words.tsx";
import { insideFolder } from "./inside-folder.ts";
import { PlainDiff } from "./plain-diff.tsx";
import { testsTexts } from "./tests-texts.ts";

const marks = {
  passed: [CircleCheck, "text-accent"],
  failed: [CircleX, "text-bad"],
  skipped: [CircleDashed, "text-ink-3"],
  updated: [RefreshCw, "text-warn"],
} as const;

function isKnownKind(kind: string): kind is Kind {
  return `kind.${kind}` in testsTexts.en;
}
type Kind = keyof (typeof testsTexts)["en"] extends infer K
  ? K extends `kind.${infer Name}`
    ? Name
    : never
  : never;

function Report({ report, folder }: { report: SkillTestReport; folder: string }): ReactNode {
  const t = useWords(testsTexts);
  const { name, state, how, failures, reason, divergence, diff, notes, ms, tokens, cost } = report;
  const [Icon, tone] = marks[state];
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
          <ul className="mt-1 space-y-2 empty:hidden">
            {failures.map((failure, index) => (
              <li className="text-sm" key={index}>
                <p className="break-words whitespace-pre-wrap text-bad">{failure.message}</p>
                <p className="font-mono text-xs break-all text-ink-3">
                  {failure.expectation === "" ? "" : `${failure.expectation} · `}
                  {t("where", { file: insideFolder(failure.file, folder), line: failure.line })}
                </p>
              </li>
            ))}
          </ul>
          {divergence ? (
            <div className="mt-2 text-sm">
              <p className="mb-1 break-words text-ink-2">
                {t("divergence", {
                  step: divergence.step,
                  agent: divergence.agent,
                  subject: divergence.subject,
                  kind: isKnownKind(divergence.kind) ? t(`kind.${divergence.kind}`) : divergence.kind,
                })}
              </p>
              <PlainDiff text={divergence.diff} />
            </div>
          ) : null}
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
