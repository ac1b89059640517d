import { modelsApi, type ProviderRow } from "@skillmint/core/protocol/api";
import { useState, type ReactNode } from "react";
import { useServices } from "../../app/services.tsx";
import { Button } from "../../design/button.tsx";
import { useWords } from "../../text/use-words.tsx";
import { ChangeNote } from "../parts/change-note.tsx";
import { TextField } from "../parts/field.tsx";
import { useChange } from "../parts/use-change.ts";
import { modelsTexts } from "./models-texts.ts";

/** Where a provider is reached. */
export function AddressForm({ provider }: { provider: ProviderRow }): ReactNode {
  const t = useWords(modelsTexts);
  const { client } = useServices();
  const [typed, setTyped] = useState<string>();
  const value = typed ?? provider.baseUrl ?? "";
  const change = useChange((baseUrl: string) =>
    client.call(modelsApi.setProvider, { params: { provider: provider.id }, body: { baseUrl } }),
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate(value.trim(), { onSuccess: () => setTyped(undefined) });
      }}
    >
      <div className="flex items-end gap-2">
        <TextField
          className="flex-1"
          inputMode="url"
          label={t("address")}
          onChange={({ target }) => setTyped(target.value)}
          placeholder="https://"
          required
          value={value}
        />
        <Button disabled={change.isPending || value.trim() === provider.baseUrl} type="submit">
          {t("address.save")}
        </Button>
      </div>
      <p className="mt-1 text-xs text-ink-3">{t("address.hint")}</p>
      <p className="mt-1 empty:hidden">
        <ChangeNote change={change} />
      </p>
    </form>
  );
}
