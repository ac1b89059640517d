import type { SkillVersionRow } from "@skillmint/core/protocol/api";
import type { ReactNode } from "react";
import { Button } from "../design/button.tsx";
import { SelectField, TextField } from "../settings/parts/field.tsx";
import { useWords } from "../text/use-words.tsx";
import { countRuns } from "./eval-numbers.ts";
import { evalsTexts } from "./evals-texts.ts";
import { readNumber } from "./improve-form.ts";
import { Tick } from "./tick.tsx";

export interface EvalChoices {
  runs: string;
  jobs: string;
  maxCost: string;
  kinds: "both" | "cases" | "triggers";
  against: string;
  baseline: boolean;
}

export const emptyChoices: EvalChoices = {
  runs: "3",
  jobs: "4",
  maxCost: "",
  kinds: "both",
  against: "",
  baseline: true,
};

/** What is sent. */
export function toChoices({ runs, jobs, maxCost, kinds, against, baseline }: EvalChoices) {
  const cost = readNumber(maxCost, { least: 0.000_001, most: 10_000 });
  return {
    runs: Math.round(readNumber(runs, { least: 1, most: 50 }) ?? 3),
    jobs: Math.round(readNumber(jobs, { least: 1, most: 16 }) ?? 4),
    ...(cost === undefined ? {} : { maxCost: cost }),
    ...(kinds === "both" ? {} : { kinds: [kinds] }),
    ...(against === "" ? {} : { against: Number(against) }),
    ...(baseline ? {} : { noBaseline: true }),
  };
}

interface FormProps {
  choices: EvalChoices;
  counts: { cases: number; triggers: number };
  versions: readonly SkillVersionRow[];
  isLocked: boolean;
  hasResult: boolean;
  onChange(part: Partial<EvalChoices>): void;
  onStart(): void;
}

/** What is to be measured, how often, and what it may cost. */
export function EvalForm(props: FormProps): ReactNode {
  const { choices, counts, versions, isLocked, hasResult, onChange, onStart } = props;
  const t = useWords(evalsTexts);
  const { runs } = toChoices(choices);
  const older = versions.filter(({ current }) => !current);
  const arms = 1 + Number(choices.baseline) + Number(choices.against !== "");
  const field = (name: "runs" | "jobs" | "maxCost", hint?: string): ReactNode => (
    <TextField
      disabled={isLocked}
      hint={hint}
      inputMode={name === "maxCost" ? "decimal" : "numeric"}
      label={t(name)}
      onChange={({ target }) => onChange({ [name]: target.value })}
      value={choices[name]}
    />
  );
  return (
    <form
      aria-label={t("choices")}
      className="mb-6 rounded-lg bg-panel p-4"
      onSubmit={(event) => {
        event.preventDefault();
        onStart();
      }}
    >
      <div className="grid gap-4 sm:grid-cols-3">
        {field("runs", t("runs.hint"))}
        {field("jobs")}
        {field("maxCost", t("maxCost.hint"))}
        <SelectField
          disabled={isLocked}
          label={t("kinds")}
          onChange={({ target }) => onChange({ kinds: target.value as EvalChoices["kinds"] })}
          options={(["both", "cases", "triggers"] as const).map(
            (kind) => [kind, t(`kinds.${kind}`)] as const,
          )}
          value={choices.kinds}
        />
        <SelectField
          disabled={isLocked || older.length === 0}
          label={t("against")}
          onChange={({ target }) => onChange({ against: target.value })}
          options={[
            ["", t("against.none")],
            ...older.map(({ version }) => [String(version), t("against.version", { version })] as const),
          ]}
          value={choices.against}
        />
        <div className="self-end pb-1.5">
          <Tick
            isLocked={isLocked}
            isOn={choices.baseline}
            onChange={(baseline) => onChange({ baseline })}
            text={t("baseline")}
          />
        </div>
      </div>
      <div className="mt-4 flex flex-wrap items-center justify-end gap-3">
        <span className="text-xs text-ink-3 tabular-nums">
          {t("counts", counts)} ·{" "}
          {t("total", { count: countRuns(counts, { runs, kinds: choices.kinds, arms }) })}
        </span>
        <Button disabled={isLocked} look="primary" type="submit">
          {t(hasResult ? "again" : "start")}
        </Button>
      </div>
    </form>
  );
}
