import type { EvalDifference, EvalReply } from "@skillmint/core/protocol/api";
import type { ReactNode } from "react";
import { useWords } from "../text/use-words.tsx";
import { formatPoints, formatShare, scaleOf } from "./eval-numbers.ts";
import { evalsTexts } from "./evals-texts.ts";
import { IntervalPlot, type PlotRow } from "./interval-plot.tsx";

const tones = { better: "accent", worse: "bad", unclear: "plain", "too-few": "plain" } as const;

/** How many expectations each arm met, and what the skill changes. */
export function EvalArms({ result }: { result: EvalReply }): ReactNode {
  const t = useWords(evalsTexts);
  const { arms, differences } = result.summary;
  const unknown = t("unknown");
  const rows = arms.map(({ arm, expectations }): PlotRow => {
    const { rate, interval } = expectations;
    const text = formatShare(rate) ?? unknown;
    const spoken = interval
      ? t("value", {
          rate: text,
          low: formatShare(interval.low) ?? "",
          high: formatShare(interval.high) ?? "",
        })
      : text;
    const tone = arm === "with_skill" ? "accent" : arm === "old_skill" ? "warn" : "plain";
    return { label: t(`arm.${arm}`), spoken, text, value: rate, interval, tone };
  });
  const toRow = (label: string, difference: EvalDifference): PlotRow => {
    const { mean, interval, pairs, verdict } = difference;
    const points = formatPoints(mean);
    const text = points === undefined ? unknown : t("points", { points });
    const note = t(`verdict.${verdict}`, { pairs });
    const spoken = interval
      ? `${text}, ${t("value", { rate: points ?? "", low: formatPoints(interval.low) ?? "", high: formatPoints(interval.high) ?? "" })}`
      : text;
    return { label, note, spoken, text, value: mean, interval, tone: tones[verdict] };
  };
  return (
    <div className="grid gap-x-12 gap-y-8 lg:grid-cols-2">
      <section>
        <h3 className="text-sm font-semibold">{t("passRate")}</h3>
        <p className="mb-3 text-xs text-ink-3">{t("passRate.hint")}</p>
        <IntervalPlot from={0} label={t("passRate")} rows={rows} to={1} />
      </section>
      {differences.map(({ against, all, heldOut }) => {
        const scale = scaleOf([all, heldOut]);
        return (
          <section key={against}>
            <h3 className="text-sm font-semibold">
              {t("difference")}{" "}
              <span className="font-normal text-ink-2">{t("versus", { arm: t(`arm.${against}`) })}</span>
            </h3>
            <p className="mb-3 text-xs text-ink-3">{t("difference.hint")}</p>
            <IntervalPlot
              from={-scale}
              label={t("difference")}
              rows={[toRow(t("part.all"), all), toRow(t("part.heldOut"), heldOut)]}
              to={scale}
            />
          </section>
        );
      })}
    </div>
  );
}
