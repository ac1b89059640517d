import type { ReactNode } from "react";
import { SelectField } from "../settings/parts/field.tsx";
import { useSetting } from "../settings/parts/use-setting.ts";
import { Failed } from "../skills/page-state.tsx";
import { useWordError } from "../text/use-word-error.ts";
import { useWords } from "../text/use-words.tsx";
import { draftTexts } from "./draft-texts.ts";

const values = ["off", "conservative", "neutral", "aggressive"] as const;

/** Whether runs are looked at for something to learn. */
export function AutoEnhanceField(): ReactNode {
  const t = useWords(draftTexts);
  const wordError = useWordError();
  const { setting, change } = useSetting("skills.autoEnhance");
  const kept = change.isPending ? change.variables : setting.data?.value;
  if (!setting.data) return null;
  return (
    <div className="mt-10 max-w-md border-t border-line pt-5">
      <SelectField
        hint={t("auto.hint")}
        label={t("auto.label")}
        onChange={({ target }) => change.mutate(target.value)}
        options={values.map((value) => [value, t(`auto.${value}`)] as const)}
        value={values.find((value) => value === kept) ?? "off"}
      />
      {change.error ? <Failed message={t("auto.failed", { message: wordError(change.error) })} /> : null}
    </div>
  );
}
