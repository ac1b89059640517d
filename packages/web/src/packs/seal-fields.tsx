import { useId, type ReactNode } from "react";
import { Link } from "wouter";
import { inputLook, TextField } from "../settings/parts/field.tsx";
import { useWords } from "../text/use-words.tsx";
import { packTexts } from "./pack-texts.ts";
import { RadioGroup } from "./radio-group.tsx";
import { minPassphrase, type SealForm } from "./read-seal.ts";

interface SealFieldsProps {
  form: SealForm;
  onChange(form: SealForm): void;
}

const kinds = ["open", "passphrase", "recipients"] as const;

function Passphrase({ form, onChange }: SealFieldsProps): ReactNode {
  const t = useWords(packTexts);
  const isDifferent = form.again !== "" && !form.passphrase.startsWith(form.again);
  return (
    <>
      <TextField
        autoComplete="new-password"
        hint={t("passphrase.hint", { min: minPassphrase })}
        label={t("passphrase")}
        onChange={({ target }) => onChange({ ...form, passphrase: target.value })}
        type="password"
        value={form.passphrase}
      />
      <TextField
        autoComplete="new-password"
        hint={isDifferent ? t("passphrase.differs") : undefined}
        label={t("again")}
        onChange={({ target }) => onChange({ ...form, again: target.value })}
        type="password"
        value={form.again}
      />
    </>
  );
}

function Recipients({ form, onChange }: SealFieldsProps): ReactNode {
  const t = useWords(packTexts);
  const id = useId();
  return (
    <div>
      <label className="mb-1 block text-xs font-medium text-ink-2" htmlFor={id}>
        {t("recipients")}
      </label>
      <textarea
        aria-describedby={`${id}-hint`}
        autoCapitalize="off"
        autoComplete="off"
        className={`${inputLook} field-sizing-content max-h-40 min-h-16 resize-none font-mono text-xs`}
        id={id}
        onChange={({ target }) => onChange({ ...form, recipients: target.value })}
        spellCheck={false}
        value={form.recipients}
      />
      <p className="mt-1 text-xs text-ink-3" id={`${id}-hint`}>
        {t("recipients.hint")}
      </p>
    </div>
  );
}

/** Who may open the pack. */
export function SealFields({ form, onChange }: SealFieldsProps): ReactNode {
  const t = useWords(packTexts);
  return (
    <RadioGroup
      label={t("seal")}
      onChange={(kind) => onChange({ ...form, kind })}
      options={kinds.map((value) => ({ value, title: t(`seal.${value}`), text: t(`seal.${value}Text`) }))}
      value={form.kind}
    >
      {form.kind === "open" ? null : (
        <>
          {form.kind === "passphrase" ? (
            <Passphrase form={form} onChange={onChange} />
          ) : (
            <Recipients form={form} onChange={onChange} />
          )}
          <Link className="inline-block text-xs text-accent underline" target="_blank" to="/settings/signers">
            {t("limits")}
          </Link>
        </>
      )}
    </RadioGroup>
  );
}
