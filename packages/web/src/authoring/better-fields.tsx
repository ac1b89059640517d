import type { ReactNode } from "react";
import { TextField } from "../settings/parts/field.tsx";
import { useWords } from "../text/use-words.tsx";
import type { ImproveForm } from "./improve-form.ts";
import { improveTexts } from "./improve-texts.ts";

interface FieldsProps {
  form: ImproveForm;
  isLocked: boolean;
  /** How many cases there are to measure by. */
  cases: number;
  onChange(part: Partial<ImproveForm>): void;
}

/** Whether a change has to prove itself, and what that may cost. */
export function BetterFields({ form, isLocked, cases, onChange }: FieldsProps): ReactNode {
  const t = useWords(improveTexts);
  const isOn = form.untilBetter && cases > 0;
  return (
    <div>
      <label className="flex items-start gap-2.5 text-sm">
        <input
          checked={isOn}
          className="mt-0.5 size-4 accent-accent"
          disabled={isLocked || cases === 0}
          onChange={({ target }) => onChange({ untilBetter: target.checked })}
          type="checkbox"
        />
        <span>
          {t("better")}
          <span className="block text-xs text-ink-3">
            {cases === 0 ? t("better.none") : t("better.hint", { count: cases * 2 })}
          </span>
        </span>
      </label>
      {isOn ? (
        <div className="mt-3 grid max-w-md gap-3 pl-6.5 sm:grid-cols-2">
          <TextField
            disabled={isLocked}
            inputMode="numeric"
            label={t("runs")}
            onChange={({ target }) => onChange({ runs: target.value })}
            value={form.runs}
          />
          <TextField
            disabled={isLocked}
            inputMode="decimal"
            label={t("maxCost")}
            onChange={({ target }) => onChange({ maxCost: target.value })}
            value={form.maxCost}
          />
        </div>
      ) : null}
    </div>
  );
}
