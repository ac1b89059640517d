import type { ReactNode } from "react";
import { TextField } from "../settings/parts/field.tsx";
import { useWords } from "../text/use-words.tsx";
import { packTexts } from "./pack-texts.ts";
import { RadioGroup } from "./radio-group.tsx";

export interface SignForm {
  kind: "own" | "ssh";
  file: string;
}

interface SignFieldsProps {
  form: SignForm;
  onChange(form: SignForm): void;
}

/** Whose key signs the pack. */
export function SignFields({ form, onChange }: SignFieldsProps): ReactNode {
  const t = useWords(packTexts);
  return (
    <RadioGroup
      label={t("sign")}
      onChange={(kind) => onChange({ ...form, kind })}
      options={(["own", "ssh"] as const).map((value) => ({
        value,
        title: t(`sign.${value}`),
        text: t(`sign.${value}Text`),
      }))}
      value={form.kind}
    >
      {form.kind === "ssh" ? (
        <TextField
          label={t("keyFile")}
          maxLength={4_096}
          onChange={({ target }) => onChange({ ...form, file: target.value })}
          placeholder="~/.ssh/id_ed25519"
          value={form.file}
        />
      ) : null}
    </RadioGroup>
  );
}
