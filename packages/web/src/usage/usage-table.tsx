import type { UsageNumbers } from "@skillmint/core/protocol/api";
import type { ReactNode } from "react";
import { useWords } from "../text/use-words.tsx";
import { formatMeasure, measures, tokensOf, valueOf, type Measure } from "./measure.ts";
import { usageTexts } from "./usage-texts.ts";

export interface UsageLine extends UsageNumbers {
  key: string;
  name: string;
}

interface UsageTableProps {
  title: string;
  head: string;
  lines: readonly UsageLine[];
  /** What the bars in the rows show. */
  measure: Measure;
}

function Bar({ share }: { share: number }): ReactNode {
  return (
    <span aria-hidden className="mt-1 block h-1 overflow-hidden rounded-full bg-panel">
      <span className="block h-full rounded-full bg-accent" style={{ width: `${100 * share}%` }} />
    </span>
  );
}

/** Numbers by model, skill or day; each with a bar that compares it with the greatest. */
export function UsageTable({ title, head, lines, measure }: UsageTableProps): ReactNode {
  const t = useWords(usageTexts);
  const greatest = Math.max(...lines.map((line) => valueOf(line, measure)), Number.MIN_VALUE);
  const cell = "py-1.5 pl-3 text-right align-top tabular-nums whitespace-nowrap";
  return (
    <section aria-label={title}>
      <h2 className="mb-2 font-semibold">{title}</h2>
      <table className="w-full table-fixed text-sm">
        <thead>
          <tr className="border-b border-line text-xs text-ink-3">
            <th className="py-1 text-left font-medium" scope="col">
              {head}
            </th>
            {measures.map((name) => (
              <th className="w-[4.25rem] py-1 pl-3 text-right font-medium sm:w-20" key={name} scope="col">
                {t(name)}
              </th>
            ))}
            <th className="w-14 py-1 pl-3 text-right font-medium max-sm:hidden" scope="col">
              {t("runs")}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr className="border-b border-line last:border-b-0" key={line.key}>
              <th className="py-1.5 text-left font-normal" scope="row">
                <span className="block truncate" title={line.name}>
                  {line.name}
                </span>
                <Bar share={valueOf(line, measure) / greatest} />
              </th>
              <td className={cell}>{formatMeasure(tokensOf(line), "tokens")}</td>
              <td className={cell}>{formatMeasure(line.cost, "cost")}</td>
              <td className={cell}>{formatMeasure(line.timeMs, "time")}</td>
              <td className={`${cell} max-sm:hidden`}>{line.runs}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
