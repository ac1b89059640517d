import { modelsApi, type ProviderRow } from "@skillmint/core/protocol/api";
import { useState, type ReactNode } from "react";
import { useServices } from "../../app/services.tsx";
import { Button } from "../../design/button.tsx";
import { ConfirmDialog } from "../../design/confirm-dialog.tsx";
import { useWords } from "../../text/use-words.tsx";
import { ChangeNote } from "../parts/change-note.tsx";
import { useChange } from "../parts/use-change.ts";
import { settingsTexts } from "../settings-texts.ts";
import { modelsTexts } from "./models-texts.ts";

/** Takes back what was kept about a provider; asks first. */
export function ForgetProvider({ provider }: { provider: ProviderRow }): ReactNode {
  const t = useWords(modelsTexts);
  const words = useWords(settingsTexts);
  const { client } = useServices();
  const [isAsking, setAsking] = useState(false);
  const change = useChange((id: string) =>
    client.call(modelsApi.removeProvider, { params: { provider: id } }),
  );
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button className="-ml-3" disabled={change.isPending} look="quiet" onClick={() => setAsking(true)}>
        {t("forget")}
      </Button>
      <ChangeNote
        change={change}
        kept={change.data?.done === false ? t("forget.nothing") : t("forget.kept")}
      />
      <ConfirmDialog
        cancel={words("cancel")}
        confirm={t("forget")}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => change.mutate(provider.id)}
        question={t("forget.sure", { provider: provider.label })}
      />
    </div>
  );
}
