import { mcpApi } from "@skillmint/core/protocol/api";
import { useState, type ReactNode } from "react";
import { useServices } from "../../app/services.tsx";
import { Button } from "../../design/button.tsx";
import { useWords } from "../../text/use-words.tsx";
import { ChangeNote } from "../parts/change-note.tsx";
import { TextField } from "../parts/field.tsx";
import { useChange } from "../parts/use-change.ts";
import { mcpTexts } from "./mcp-texts.ts";
import { readTarget } from "./read-target.ts";

/** A name, and how to start or reach it; what was typed stays until the server took it. */
export function AddServer(): ReactNode {
  const t = useWords(mcpTexts);
  const { client } = useServices();
  const [name, setName] = useState("");
  const [target, setTarget] = useState("");
  const change = useChange(() =>
    client.call(mcpApi.addMcpServer, { body: { name: name.trim(), ...readTarget(target) } }),
  );
  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate(undefined, {
          onSuccess: () => {
            setName("");
            setTarget("");
          },
        });
      }}
    >
      <div className="grid gap-3 sm:grid-cols-[12rem_minmax(0,1fr)]">
        <TextField
          hint={t("nameHint")}
          label={t("name")}
          onChange={(event) => setName(event.target.value)}
          required
          value={name}
        />
        <TextField
          hint={t("targetHint")}
          label={t("target")}
          onChange={(event) => setTarget(event.target.value)}
          required
          value={target}
        />
      </div>
      <div className="flex items-center gap-3">
        <Button disabled={change.isPending} look="primary" type="submit">
          {t("addIt")}
        </Button>
        <ChangeNote change={change} kept={t("added")} />
      </div>
    </form>
  );
}
