import { modes } from "@skillmint/core/protocol";
import type { ReactNode } from "react";
import { modeTexts } from "../../text/mode-texts.ts";
import { useWords } from "../../text/use-words.tsx";
import { Asked } from "../parts/asked.tsx";
import { ChangeNote } from "../parts/change-note.tsx";
import { ChoiceList } from "../parts/choice-list.tsx";
import { Part } from "../parts/section.tsx";
import { useSetting } from "../parts/use-setting.ts";
import { permissionsTexts } from "./permissions-texts.ts";

/** How much is asked about. */
export function ModePart(): ReactNode {
  const t = useWords(permissionsTexts);
  const wordMode = useWords(modeTexts);
  const { setting, change } = useSetting("mode");
  const choices = modes.map((value) => ({
    value,
    title: wordMode(value),
    text: wordMode(`${value}.more`),
    aside: value,
  }));
  return (
    <Part title={t("mode")}>
      <Asked query={setting}>
        {({ value }) => (
          <ChoiceList
            choices={choices}
            label={t("mode")}
            onChoose={(mode) => change.mutateAsync(mode)}
            value={modes.find((mode) => mode === value)}
          />
        )}
      </Asked>
      <p className="mt-2 empty:hidden">
        <ChangeNote change={change} kept={t("mode.kept")} />
      </p>
    </Part>
  );
}
