import { criteria, type SkillEvaluationReply } from "@skillmint/core/protocol/api";
import type { ReactNode } from "react";
import { formatCost, formatTokens } from "../design/format.ts";
import { useWords } from "../text/use-words.tsx";
import { evaluationTexts } from "./evaluation-texts.ts";

const severities = ["critical", "important", "minor"] as const;
const priorities = ["high", "medium", "low"] as const;
const tones = {
  critical: "bg-bad-soft text-bad",
  high: "bg-bad-soft text-bad",
  important: "bg-warn-soft text-warn",
  medium: "bg-warn-soft text-warn",
  minor: "bg-panel text-ink-2",
  low: "bg-panel text-ink-2",
} as const;

function Mark({ tone, text }: { tone: keyof typeof tones; text: string }): ReactNode {
  return <span className={`shrink-0 rounded-sm px-1.5 py-0.5 text-xs ${tones[tone]}`}>{text}</span>;
}

function Scores({ evaluation }: { evaluation: SkillEvaluationReply }): ReactNode {
  const t = useWords(evaluationTexts);
  return (
    <section>
      <h2 className="sr-only">{t("scores")}</h2>
      <p className="mb-3">
        <span className="text-2xl font-semibold tabular-nums">
          {t("overall", { score: evaluation.overallScore })}
        </span>{" "}
        <span className="text-ink-2">{t(`level.${evaluation.level}`)}</span>
      </p>
      <dl className="grid max-w-md grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1.5 text-sm">
        {criteria.map((criterion) => {
          const score = evaluation.scores[criterion];
          return (
            <div className="contents" key={criterion}>
              <dt>{t(criterion)}</dt>
              <dd aria-hidden className="h-2 rounded-full bg-line">
                <div
                  className={`h-2 rounded-full ${score >= 3.5 ? "bg-accent" : score >= 2.5 ? "bg-warn" : "bg-bad"}`}
                  style={{ width: `${(score / 5) * 100}%` }}
                />
              </dd>
              <dd className="w-8 text-right tabular-nums">{score}</dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

/** Five scores, what is wrong, the gravest first, and what to do. */
export function EvaluationView({ evaluation }: { evaluation: SkillEvaluationReply }): ReactNode {
  const t = useWords(evaluationTexts);
  const { issues, recommendations, summary, usage } = evaluation;
  const sorted = severities.flatMap((severity) => issues.filter((issue) => issue.severity === severity));
  const wanted = priorities.flatMap((priority) => recommendations.filter((one) => one.priority === priority));
  const tokens = formatTokens(usage.input + usage.output);
  return (
    <div className="space-y-8">
      <Scores evaluation={evaluation} />
      <p className="max-w-reading break-words whitespace-pre-line text-ink-2">{summary}</p>
      <section className="max-w-reading text-sm">
        <h2 className="mb-2 font-semibold">{t("issues")}</h2>
        {sorted.length === 0 ? <p className="text-ink-2">{t("issues.none")}</p> : null}
        <ul className="space-y-2.5">
          {sorted.map(({ severity, criterion, description, location }, index) => (
            <li className="flex items-baseline gap-2.5" key={index}>
              <Mark text={t(`severity.${severity}`)} tone={severity} />
              <div className="min-w-0">
                <p className="break-words whitespace-pre-line">{description}</p>
                <p className="text-xs break-words text-ink-3">
                  {t(criterion)}
                  {location === undefined ? "" : ` · ${location}`}
                </p>
              </div>
            </li>
          ))}
        </ul>
      </section>
      <section className="max-w-reading text-sm">
        <h2 className="mb-2 font-semibold">{t("recommendations")}</h2>
        {wanted.length === 0 ? <p className="text-ink-2">{t("recommendations.none")}</p> : null}
        <ul className="space-y-2.5">
          {wanted.map(({ priority, action, details }, index) => (
            <li className="flex items-baseline gap-2.5" key={index}>
              <Mark text={t(`priority.${priority}`)} tone={priority} />
              <div className="min-w-0">
                <p className="break-words">{action}</p>
                {details === undefined ? null : (
                  <p className="break-words whitespace-pre-line text-ink-2">{details}</p>
                )}
              </div>
            </li>
          ))}
        </ul>
      </section>
      <p className="text-xs text-ink-3">
        {usage.cost === undefined
          ? t("spent", { tokens })
          : t("spentCost", { tokens, cost: formatCost(usage.cost) })}
      </p>
    </div>
  );
}
