import { Switch } from "@base-ui/react/switch";
import { packsApi, type SignerRow } from "@skillmint/core/protocol/api";
import { useState, type ReactNode } from "react";
import { useServices } from "../app/services.tsx";
import { ConfirmDialog } from "../design/confirm-dialog.tsx";
import { ChangeNote } from "../settings/parts/change-note.tsx";
import { formatDate } from "../settings/parts/format-date.ts";
import { RemoveButton } from "../settings/parts/remove-button.tsx";
import { useChange } from "../settings/parts/use-change.ts";
import { useLanguage, useWords } from "../text/use-words.tsx";
import { signersTexts } from "./signers-texts.ts";

type Question = "trust" | "remove";

/** One key: since when it is known, whether it is trusted, and the ways to change that. Trusting is asked twice. */
export function SignerLine({ signer }: { signer: SignerRow }): ReactNode {
  const t = useWords(signersTexts);
  const { language } = useLanguage();
  const { client } = useServices();
  const [question, setQuestion] = useState<Question>();
  const { fingerprint, name, trusted, firstSeen } = signer;
  const params = { signer: fingerprint };
  const change = useChange((what: Question | "distrust") => {
    if (what === "trust") return client.call(packsApi.trustSigner, { body: params });
    return client.call(what === "remove" ? packsApi.removeSigner : packsApi.distrustSigner, { params });
  });
  const shown = name ?? fingerprint;
  const asked = question ?? "trust";
  return (
    <li className="py-2.5">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          {name === undefined ? null : <p className="font-medium break-words">{name}</p>}
          <code className="block font-mono text-xs break-all">{fingerprint}</code>
          <p className="text-xs text-ink-3">
            {t("firstSeen", { date: formatDate(Date.parse(firstSeen), language) })}
          </p>
        </div>
        <Switch.Root
          aria-label={t("trusted", { signer: shown })}
          checked={trusted}
          className="relative inline-flex h-5 w-9 shrink-0 cursor-pointer items-center rounded-full bg-line-strong p-0.5 transition-colors after:absolute after:-inset-3 after:content-[''] data-[checked]:bg-accent"
          disabled={change.isPending}
          onCheckedChange={(isOn) => (isOn ? setQuestion("trust") : change.mutate("distrust"))}
        >
          <Switch.Thumb className="size-4 rounded-full bg-page transition-transform data-[checked]:translate-x-4" />
        </Switch.Root>
        <RemoveButton
          isDisabled={change.isPending}
          label={t("remove.named", { signer: shown })}
          onRemove={() => setQuestion("remove")}
          title={t("remove")}
        />
      </div>
      <ChangeNote change={change} />
      <ConfirmDialog
        cancel={t("cancel")}
        confirm={asked === "trust" ? t("trust.do") : t("remove")}
        isOpen={question !== undefined}
        onClose={() => setQuestion(undefined)}
        onConfirm={() => change.mutate(asked)}
        question={t(`${asked}.sure`, { fingerprint })}
      />
    </li>
  );
}
