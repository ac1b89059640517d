import { webApi, type SearchProviderRow } from "@skillmint/core/protocol/api";
import { useState, type ReactNode } from "react";
import { useServices } from "../../app/services.tsx";
import { Button } from "../../design/button.tsx";
import { useWords } from "../../text/use-words.tsx";
import { ChangeNote } from "../parts/change-note.tsx";
import { TextField } from "../parts/field.tsx";
import { OpeningRow } from "../../design/opening-row.tsx";
import { useChange } from "../parts/use-change.ts";
import { searchTexts } from "./search-texts.ts";

type Action = { key: string } | "forget";

/** Takes a provider's key in. None ever comes out again. */
function KeyForm({ provider }: { provider: SearchProviderRow }): ReactNode {
  const t = useWords(searchTexts);
  const { client } = useServices();
  const [key, setKey] = useState("");
  const params = { id: provider.id };
  const change = useChange(async (action: Action): Promise<string> => {
    if (action === "forget") {
      await client.call(webApi.removeSearchKey, { params });
      return t("key.forgotten");
    }
    const { place } = await client.call(webApi.setSearchKey, { params, body: action });
    return t("key.kept", { place });
  });
  const isKept = provider.key === "file" || provider.key === "keychain";
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate({ key: key.trim() }, { onSuccess: () => setKey("") });
      }}
    >
      <div className="flex items-end gap-2">
        <TextField
          className="flex-1"
          label={t(isKept ? "key.replace" : "key")}
          name={`search-key-${provider.id}`}
          onChange={({ target }) => setKey(target.value)}
          required
          type="password"
          value={key}
        />
        <Button disabled={change.isPending} type="submit">
          {t("key.save")}
        </Button>
        {isKept ? (
          <Button disabled={change.isPending} look="quiet" onClick={() => change.mutate("forget")}>
            {t("key.forget")}
          </Button>
        ) : null}
      </div>
      <p className="mt-1 text-xs text-ink-3">{t("key.hint", { variable: provider.variable ?? "" })}</p>
      <p className="mt-1 empty:hidden">
        <ChangeNote change={change} kept={change.data} />
      </p>
    </form>
  );
}

/** A provider that needs a key, and whether there is one. */
export function SearchKey({ provider }: { provider: SearchProviderRow }): ReactNode {
  const t = useWords(searchTexts);
  const { key, name } = provider;
  return (
    <OpeningRow
      head={
        <>
          <span className="min-w-0 flex-1 truncate">{name}</span>
          <span className={`text-xs ${key === undefined ? "text-ink-3" : "text-ink-2"}`}>
            {t(`key.${key ?? "none"}`)}
          </span>
        </>
      }
      isKept
      name={name}
    >
      <KeyForm provider={provider} />
    </OpeningRow>
  );
}
