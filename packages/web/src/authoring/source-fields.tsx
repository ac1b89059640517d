import { maxPastedConversation } from "@skillmint/core/protocol/api";
import type { ReactNode } from "react";
import { SelectField } from "../settings/parts/field.tsx";
import { Choice } from "../skills/choice.tsx";
import { formatDay } from "../skills/format-day.ts";
import { useLanguage, useWords } from "../text/use-words.tsx";
import type { ImproveForm } from "./improve-form.ts";
import { improveTexts } from "./improve-texts.ts";
import { TextArea } from "./text-area.tsx";
import { useRecentSessions } from "./use-sources.ts";

interface FieldsProps {
  form: ImproveForm;
  isLocked: boolean;
  onChange(part: Partial<ImproveForm>): void;
}

/** What is learnt from: a session, or whatever a person pastes. */
export function SourceFields({ form, isLocked, onChange }: FieldsProps): ReactNode {
  const t = useWords(improveTexts);
  const { language } = useLanguage();
  const { data = [], isSuccess } = useRecentSessions();
  const known = data.some(({ id }) => id === form.session);
  const options: [string, string][] = [
    ["", t(isSuccess && data.length === 0 ? "session.empty" : "session.none")],
    ...(form.session === "" || known ? [] : [[form.session, form.session] as [string, string]]),
    ...data.map(({ id, title, updatedAt }): [string, string] => [
      id,
      `${title} · ${formatDay(updatedAt, language)}`,
    ]),
  ];
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-3">
        <span className="text-xs font-medium text-ink-2">{t("source.label")}</span>
        <Choice
          label={t("source.label")}
          onChange={(source) => onChange({ source })}
          options={(["session", "text"] as const).map((value) => ({ value, text: t(`source.${value}`) }))}
          value={form.source}
        />
      </div>
      {form.source === "session" ? (
        <SelectField
          disabled={isLocked}
          label={t("session")}
          onChange={({ target }) => onChange({ session: target.value })}
          options={options}
          value={form.session}
        />
      ) : (
        <TextArea
          className="min-h-40 font-mono text-sm"
          disabled={isLocked}
          label={t("text")}
          maxLength={maxPastedConversation}
          onChange={({ target }) => onChange({ text: target.value })}
          placeholder={t("text.placeholder")}
          value={form.text}
        />
      )}
    </div>
  );
}
