import { foldersApi, settingsApi } from "@skillmint/core/protocol/api";
import { useState, type ReactNode } from "react";
import { useServices } from "../../app/services.tsx";
import { useWords } from "../../text/use-words.tsx";
import { Asked } from "../parts/asked.tsx";
import { ChangeNote } from "../parts/change-note.tsx";
import { FolderChooser } from "../parts/folder-chooser.tsx";
import { Part } from "../parts/section.tsx";
import { useAsk } from "../parts/use-ask.ts";
import { useChange } from "../parts/use-change.ts";
import { AddRule } from "./add-rule.tsx";
import { joinRules, type ShownRule } from "./join-rules.ts";
import { permissionsTexts } from "./permissions-texts.ts";
import { RuleLine } from "./rule-line.tsx";

/** The rules that hold in a folder, and those of the person for all folders. */
export function RulesPart(): ReactNode {
  const t = useWords(permissionsTexts);
  const { client } = useServices();
  const [folder, setFolder] = useState<string>();
  const here = useAsk(foldersApi.listFolders, {}).data?.folder;
  const rules = useAsk(settingsApi.listRules, { query: folder === undefined ? {} : { folder } });
  const removal = useChange(({ list, rule, folder: where }: ShownRule) =>
    client.call(settingsApi.removeRule, {
      query: { list, rule, ...(where === undefined ? {} : { folder: where }) },
    }),
  );
  const removed =
    removal.data?.done === false ? t("removed.gone") : t("removed", { rule: removal.variables?.rule ?? "" });
  return (
    <>
      <Part lead={t("rules.lead")} title={t("rules")}>
        <FolderChooser folder={folder} onChoose={setFolder} />
        <div className="mt-4">
          <Asked query={rules}>
            {(reply) => {
              const shown = joinRules(reply);
              if (shown.length === 0) return <p className="text-sm text-ink-3">{t("rules.empty")}</p>;
              return (
                <ul>
                  {shown.map((rule) => (
                    <RuleLine
                      isBusy={removal.isPending}
                      key={JSON.stringify(rule)}
                      onRemove={() => removal.mutate(rule)}
                      rule={rule}
                    />
                  ))}
                </ul>
              );
            }}
          </Asked>
          <p className="mt-2 empty:hidden">
            <ChangeNote change={removal} kept={removed} />
          </p>
        </div>
      </Part>
      <Part title={t("add")}>
        <AddRule folder={folder ?? here ?? ""} />
      </Part>
    </>
  );
}
