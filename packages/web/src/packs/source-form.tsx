import { Search } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../design/button.tsx";
import { TextField } from "../settings/parts/field.tsx";
import { Choice } from "../skills/choice.tsx";
import { useWords } from "../text/use-words.tsx";
import { FileDrop } from "./file-drop.tsx";
import { installTexts } from "./install-texts.ts";
import type { Wanted } from "./use-install.ts";

interface SourceFormProps {
  address: string;
  isProject: boolean;
  isLocked: boolean;
  onAddress(address: string): void;
  onProject(isProject: boolean): void;
  onWanted(wanted: Wanted): void;
}

/** Where the skills come from: an address, a folder, or a file of one's own. */
export function SourceForm(props: SourceFormProps): ReactNode {
  const { address, isProject, isLocked, onAddress, onProject, onWanted } = props;
  const t = useWords(installTexts);
  return (
    <div className="space-y-5">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onWanted({ source: { address: address.trim() } });
        }}
      >
        <fieldset className="space-y-4" disabled={isLocked}>
          <TextField
            autoFocus
            hint={t("address.hint")}
            label={t("address")}
            maxLength={4_096}
            onChange={({ target }) => onAddress(target.value)}
            placeholder="https://github.com/owner/skills"
            required
            value={address}
          />
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <div className="flex items-center gap-2">
              <span aria-hidden className="text-xs font-medium text-ink-2">
                {t("where")}
              </span>
              <Choice
                label={t("where")}
                onChange={(where) => onProject(where === "project")}
                options={(["user", "project"] as const).map((value) => ({
                  value,
                  text: t(`where.${value}`),
                }))}
                value={isProject ? "project" : "user"}
              />
            </div>
            <p className="min-w-0 flex-1 text-xs text-ink-3">{isProject ? t("where.hint") : ""}</p>
            <Button disabled={isLocked || address.trim() === ""} look="primary" type="submit">
              <Search aria-hidden size={14} />
              {t("look")}
            </Button>
          </div>
        </fieldset>
      </form>
      <FileDrop isDisabled={isLocked} onFile={(file) => onWanted({ file })} />
    </div>
  );
}
