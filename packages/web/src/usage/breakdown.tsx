import type { ReactNode } from "react";
import { useLanguage, useWords } from "../text/use-words.tsx";
import { valueOf } from "./measure.ts";
import type { Shown } from "./plot-part.tsx";
import { formatDay } from "./usage-range.ts";
import { UsageTable, type UsageLine } from "./usage-table.tsx";
import { usageTexts } from "./usage-texts.ts";
import type { useUsage } from "./use-usage.ts";

interface BreakdownProps {
  usage: NonNullable<ReturnType<typeof useUsage>["data"]>;
  shown: Shown;
}

/** The same numbers as tables: by model, by skill and by day. */
export function Breakdown({ usage, shown: { measure } }: BreakdownProps): ReactNode {
  const t = useWords(usageTexts);
  const { language } = useLanguage();
  const greatestFirst = (a: UsageLine, b: UsageLine): number => valueOf(b, measure) - valueOf(a, measure);
  const models = usage.models.map((row) => ({ ...row, key: row.model, name: row.model }));
  const skills = usage.skills.map((row) => ({
    ...row,
    key: row.skill ?? "",
    name: row.skill ?? t("noSkill"),
  }));
  const days = usage.days.map((row) => ({ ...row, key: row.day, name: formatDay(row.day, language) }));
  return (
    <div className="grid gap-x-10 gap-y-9 xl:grid-cols-2">
      <UsageTable
        head={t("model")}
        lines={models.sort(greatestFirst)}
        measure={measure}
        title={t("by.model")}
      />
      <UsageTable
        head={t("skill")}
        lines={skills.sort(greatestFirst)}
        measure={measure}
        title={t("by.skill")}
      />
      <div className="xl:col-span-2">
        <UsageTable
          head={t("day")}
          lines={days.sort((a, b) => (a.key < b.key ? 1 : -1))}
          measure={measure}
          title={t("by.day")}
        />
      </div>
    </div>
  );
}
