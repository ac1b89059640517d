import { modelsApi, type ProviderRow } from "@skillmint/core/protocol/api";
import { useState, type ReactNode } from "react";
import { useServices } from "../../app/services.tsx";
import { Button } from "../../design/button.tsx";
import { useWords } from "../../text/use-words.tsx";
import { ChangeNote } from "../parts/change-note.tsx";
import { TextField } from "../parts/field.tsx";
import { useChange } from "../parts/use-change.ts";
import { modelsTexts } from "./models-texts.ts";

/** Takes a key in. None ever comes out again. */
export function KeyForm({ provider }: { provider: ProviderRow }): ReactNode {
  const t = useWords(modelsTexts);
  const { client } = useServices();
  const [key, setKey] = useState("");
  const [isKeychain, setKeychain] = useState(provider.key === "keychain");
  const change = useChange((body: { key: string; keychain: boolean }) =>
    client.call(modelsApi.setProvider, { params: { provider: provider.id }, body }),
  );
  const place = change.data?.place;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate({ key: key.trim(), keychain: isKeychain }, { onSuccess: () => setKey("") });
      }}
    >
      <div className="flex items-end gap-2">
        <TextField
          className="flex-1"
          label={provider.key === undefined ? t("key.add") : t("key.replace")}
          name={`key-${provider.id}`}
          onChange={({ target }) => setKey(target.value)}
          placeholder={t("key.placeholder")}
          required
          type="password"
          value={key}
        />
        <Button disabled={change.isPending} type="submit">
          {t("key.save")}
        </Button>
      </div>
      {provider.key === "environment" ? (
        <p className="mt-1 text-xs text-ink-3">{t("key.fromEnvironment")}</p>
      ) : null}
      <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1">
        <label className="flex cursor-pointer items-center gap-2 text-xs text-ink-2">
          <input
            checked={isKeychain}
            className="size-3.5 accent-accent"
            onChange={({ target }) => setKeychain(target.checked)}
            type="checkbox"
          />
          {t("key.keychainBox")}
        </label>
        <ChangeNote change={change} kept={place === undefined ? undefined : t("key.kept", { place })} />
      </div>
    </form>
  );
}
