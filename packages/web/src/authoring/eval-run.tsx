import type { EvalCaseRun } from "@skillmint/core/protocol/api";
import { CircleCheck, CircleHelp, CircleX } from "lucide-react";
import type { ReactNode } from "react";
import { formatCost, formatDuration, formatTokens } from "../design/format.ts";
import { useWords } from "../text/use-words.tsx";
import { evalsTexts } from "./evals-texts.ts";

const marks = {
  met: [CircleCheck, "text-accent"],
  notMet: [CircleX, "text-bad"],
  undecided: [CircleHelp, "text-warn"],
} as const;

/** One run: each expectation with what decided it. */
export function EvalRun({ run }: { run: EvalCaseRun }): ReactNode {
  const t = useWords(evalsTexts);
  const { arm, number, state, expectations, problem, steering, tokens, ms, cost } = run;
  const facts = [
    formatTokens(tokens),
    formatDuration(ms),
    ...(cost === undefined ? [] : [formatCost(cost)]),
    ...(state === "cancelled" ? [t("runCancelled")] : []),
  ];
  return (
    <li className="text-sm">
      <p className="flex flex-wrap gap-x-3 text-xs text-ink-3">
        <span className="font-medium text-ink-2">{t("run", { arm: t(`arm.${arm}`), number })}</span>
        <span className="tabular-nums">{facts.join(" · ")}</span>
      </p>
      {problem === undefined ? null : (
        <p className="break-words text-bad">{t("runFailed", { reason: problem })}</p>
      )}
      <ul className="mt-1 space-y-1.5">
        {expectations.map(({ text, passed, evidence, by }, index) => {
          const mark = passed === null ? "undecided" : passed ? "met" : "notMet";
          const [Icon, tone] = marks[mark];
          return (
            <li className="flex gap-2" key={index}>
              <Icon aria-hidden className={`mt-0.5 shrink-0 ${tone}`} size={14} />
              <div className="min-w-0">
                <p className="break-words">
                  <span className="sr-only">{t(mark)}: </span>
                  {text}
                </p>
                <p className="line-clamp-4 text-xs break-words whitespace-pre-wrap text-ink-3">
                  {t(by === "code" ? "byCode" : "byJudge")}
                  {evidence === "" ? "" : `: ${evidence}`}
                </p>
              </div>
            </li>
          );
        })}
      </ul>
      {steering.map((text) => (
        <p className="mt-1 text-xs break-words text-warn" key={text}>
          {t("steering", { text })}
        </p>
      ))}
    </li>
  );
}
