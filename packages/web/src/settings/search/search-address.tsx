import { useState, type ReactNode } from "react";
import { Button } from "../../design/button.tsx";
import { useWords } from "../../text/use-words.tsx";
import { ChangeNote } from "../parts/change-note.tsx";
import { TextField } from "../parts/field.tsx";
import { useSetting } from "../parts/use-setting.ts";
import { settingsTexts } from "../settings-texts.ts";
import { searchTexts } from "./search-texts.ts";

/** Where the chosen provider is. */
export function SearchAddress({
  address,
  hasProvider,
}: {
  address: string;
  hasProvider: boolean;
}): ReactNode {
  const t = useWords(searchTexts);
  const words = useWords(settingsTexts);
  const { change } = useSetting("internet.search.baseUrl");
  const [typed, setTyped] = useState<string>();
  const value = typed ?? address;
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
          disabled={!hasProvider}
          inputMode="url"
          label={t("address")}
          onChange={({ target }) => setTyped(target.value)}
          placeholder="https://"
          value={value}
        />
        <Button disabled={!hasProvider || change.isPending || value.trim() === address} type="submit">
          {words("save")}
        </Button>
      </div>
      <p className="mt-1 text-xs text-ink-3">
        {hasProvider ? t("address.hint") : t("address.needsProvider")}
      </p>
      <p className="mt-1 empty:hidden">
        <ChangeNote change={change} />
      </p>
    </form>
  );
}
