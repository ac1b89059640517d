import { foldersApi } from "@skillmint/core/protocol/api";
import { useState, type ReactNode } from "react";
import { Button } from "../../design/button.tsx";
import { useWords } from "../../text/use-words.tsx";
import { settingsTexts } from "../settings-texts.ts";
import { SelectField, TextField } from "./field.tsx";
import { useAsk } from "./use-ask.ts";

const other = "\0other";

interface FolderChooserProps {
  /** `undefined`: where the server was started. */
  folder: string | undefined;
  onChoose(folder: string | undefined): void;
}

/** Which folder is meant: the server's, one that was worked in, or any other by its path. */
export function FolderChooser({ folder, onChoose }: FolderChooserProps): ReactNode {
  const t = useWords(settingsTexts);
  const { data } = useAsk(foldersApi.listFolders, {});
  const [typed, setTyped] = useState<string>();
  const here = data?.folder ?? "";
  const recent = (data?.recent ?? []).map((place) => place.folder).filter((path) => path !== here);
  const known = folder === undefined || folder === here || recent.includes(folder) ? [] : [folder];
  const options = [
    ["", t("folder.here", { folder: here })],
    ...[...known, ...recent].map((path) => [path, path] as const),
    [other, t("folder.other")],
  ] as const;
  return (
    <div className="space-y-2">
      <SelectField
        label={t("folder")}
        onChange={({ target }) => {
          if (target.value === other) return setTyped("");
          setTyped(undefined);
          onChoose(target.value === "" ? undefined : target.value);
        }}
        options={options}
        value={typed === undefined ? (folder === here ? "" : (folder ?? "")) : other}
      />
      {typed === undefined ? null : (
        <form
          className="flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            onChoose(typed.trim());
            setTyped(undefined);
          }}
        >
          <TextField
            autoFocus
            className="flex-1"
            label={t("folder.path")}
            onChange={({ target }) => setTyped(target.value)}
            required
            value={typed}
          />
          <Button type="submit">{t("folder.open")}</Button>
        </form>
      )}
    </div>
  );
}
