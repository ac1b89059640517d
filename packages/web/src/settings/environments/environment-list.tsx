import { environmentsApi, type EnvironmentRow } from "@skillmint/core/protocol/api";
import { useState, type ReactNode } from "react";
import { useServices } from "../../app/services.tsx";
import { ConfirmDialog } from "../../design/confirm-dialog.tsx";
import { useWords } from "../../text/use-words.tsx";
import { ChangeNote } from "../parts/change-note.tsx";
import { Part } from "../parts/section.tsx";
import { useChange } from "../parts/use-change.ts";
import { settingsTexts } from "../settings-texts.ts";
import { CompareEnvironment } from "./compare-environment.tsx";
import { EnvironmentDetails } from "./environment-details.tsx";
import { EnvironmentLine, type Opened } from "./environment-line.tsx";
import { environmentsTexts } from "./environments-texts.ts";

interface EnvironmentListProps {
  environments: readonly EnvironmentRow[];
  active: string | undefined;
}

type Action = { do: "use"; name: string | undefined } | { do: "delete"; name: string };

/** All environments and none; switching shows what it changes before it is done. */
export function EnvironmentList({ environments, active }: EnvironmentListProps): ReactNode {
  const t = useWords(environmentsTexts);
  const words = useWords(settingsTexts);
  const { client } = useServices();
  const [opened, setOpened] = useState<{ name: string | undefined; what: Opened }>();
  const [deleting, setDeleting] = useState<string>();
  const change = useChange(async (action: Action): Promise<string> => {
    const { name } = action;
    if (action.do === "delete") {
      const force = action.name === active ? "true" : "false";
      await client.call(environmentsApi.deleteEnvironment, {
        params: { name: action.name },
        query: { force },
      });
      return t("delete.kept", { name: action.name });
    }
    await client.call(environmentsApi.useEnvironment, { body: { name: name ?? null } });
    return name === undefined ? t("switch.keptNone") : t("switch.kept", { name });
  });
  const sure = deleting === active ? "delete.sureActive" : "delete.sure";
  return (
    <Part title={t("list")}>
      <ul className="divide-y divide-line">
        {[undefined, ...environments].map((environment) => {
          const name = environment?.name;
          const what = opened && opened.name === name ? opened.what : undefined;
          return (
            <li key={name ?? ""}>
              <EnvironmentLine
                environment={environment}
                isActive={name === active}
                onDelete={() => setDeleting(name)}
                onOpen={(next) => setOpened(what === next ? undefined : { name, what: next })}
                opened={what}
              />
              {what === "compare" ? (
                <CompareEnvironment
                  from={active}
                  isBusy={change.isPending}
                  onClose={() => setOpened(undefined)}
                  onSwitch={() =>
                    change.mutate({ do: "use", name }, { onSuccess: () => setOpened(undefined) })
                  }
                  to={name}
                />
              ) : null}
              {what === "details" && name !== undefined ? <EnvironmentDetails name={name} /> : null}
            </li>
          );
        })}
      </ul>
      <p className="mt-2 empty:hidden">
        <ChangeNote change={change} kept={change.data} />
      </p>
      <ConfirmDialog
        cancel={words("cancel")}
        confirm={t("delete")}
        isOpen={deleting !== undefined}
        onClose={() => setDeleting(undefined)}
        onConfirm={() => {
          if (deleting !== undefined) change.mutate({ do: "delete", name: deleting });
        }}
        question={t(sure, { name: deleting ?? "" })}
      />
    </Part>
  );
}
