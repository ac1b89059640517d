import type { PackKeySent } from "@skillmint/core/protocol/api";
import { LockKeyhole } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Button } from "../design/button.tsx";
import { TextField } from "../settings/parts/field.tsx";
import { Choice } from "../skills/choice.tsx";
import { useWords } from "../text/use-words.tsx";
import { installTexts } from "./install-texts.ts";

/** An identity file has remarks, and a field for one line has no lines. */
function readIdentity(typed: string): string {
  const found = typed.match(/AGE-SECRET-KEY-1[A-Z0-9]{58}/gi) ?? [];
  return found.length > 0 ? found.join("\n") : typed.trim();
}

interface KeyFormProps {
  isWrong: boolean;
  isBusy: boolean;
  onKey(key: PackKeySent): void;
}

/** Asks for what opens a sealed pack. It is sent and forgotten here. */
export function KeyForm({ isWrong, isBusy, onKey }: KeyFormProps): ReactNode {
  const t = useWords(installTexts);
  const [kind, setKind] = useState<"passphrase" | "identity">("passphrase");
  const [typed, setTyped] = useState("");
  return (
    <form
      className="space-y-3 rounded-lg border border-line bg-raised p-4"
      onSubmit={(event) => {
        event.preventDefault();
        onKey(kind === "passphrase" ? { passphrase: typed } : { identity: readIdentity(typed) });
      }}
    >
      <h2 className="flex items-center gap-2 font-semibold">
        <LockKeyhole aria-hidden className="text-warn" size={16} />
        {t("locked")}
      </h2>
      <p className="text-sm text-ink-2">{t("locked.note")}</p>
      <Choice
        label={t("keyKind")}
        onChange={(next) => {
          setKind(next);
          setTyped("");
        }}
        options={(["passphrase", "identity"] as const).map((value) => ({
          value,
          text: t(`keyKind.${value}`),
        }))}
        value={kind}
      />
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          autoComplete="off"
          autoFocus
          className="min-w-56 flex-1"
          hint={kind === "identity" ? t("identity.hint") : undefined}
          key={kind}
          label={t(kind)}
          onChange={({ target }) => setTyped(target.value)}
          required
          type="password"
          value={typed}
        />
        <Button disabled={isBusy || typed.trim() === ""} look="primary" type="submit">
          {t("unlock")}
        </Button>
      </div>
      {isWrong && !isBusy ? (
        <p className="text-sm text-bad" role="alert">
          {t("locked.wrong")}
        </p>
      ) : null}
    </form>
  );
}
