import { environmentsApi, type EnvironmentRow } from "@skillmint/core/protocol/api";
import { useState, type ReactNode } from "react";
import { useServices } from "../../app/services.tsx";
import { Button } from "../../design/button.tsx";
import { useWords } from "../../text/use-words.tsx";
import { ChangeNote } from "../parts/change-note.tsx";
import { SelectField, TextField } from "../parts/field.tsx";
import { Part } from "../parts/section.tsx";
import { useChange } from "../parts/use-change.ts";
import { environmentsTexts } from "./environments-texts.ts";

/** Makes an environment, empty or as a copy. */
export function CreateEnvironment({ environments }: { environments: readonly EnvironmentRow[] }): ReactNode {
  const t = useWords(environmentsTexts);
  const { client } = useServices();
  const [name, setName] = useState("");
  const [from, setFrom] = useState("");
  const change = useChange((body: { name: string; from?: string }) =>
    client.call(environmentsApi.createEnvironment, { body }),
  );
  return (
    <Part title={t("create")}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const body = { name: name.trim(), ...(from === "" ? {} : { from }) };
          change.mutate(body, { onSuccess: () => setName("") });
        }}
      >
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField
            label={t("create.name")}
            onChange={({ target }) => setName(target.value)}
            required
            value={name}
          />
          <SelectField
            label={t("create.from")}
            onChange={({ target }) => setFrom(target.value)}
            options={[
              ["", t("create.empty")],
              ...environments.map((each) => [each.name, t("create.copy", { name: each.name })] as const),
            ]}
            value={from}
          />
        </div>
        <div className="mt-3 flex flex-wrap items-center gap-3">
          <Button disabled={change.isPending} type="submit">
            {t("create.button")}
          </Button>
          <ChangeNote change={change} kept={t("create.kept", { folder: change.data?.folder ?? "" })} />
        </div>
      </form>
    </Part>
  );
}
