import { modelsApi } from "@skillmint/core/protocol/api";
import { useState, type ReactNode } from "react";
import { useServices } from "../../app/services.tsx";
import { Button } from "../../design/button.tsx";
import { useWords } from "../../text/use-words.tsx";
import { ChangeNote } from "../parts/change-note.tsx";
import { SelectField, TextField } from "../parts/field.tsx";
import { Part } from "../parts/section.tsx";
import { useChange } from "../parts/use-change.ts";
import { settingsTexts } from "../settings-texts.ts";
import { modelsTexts } from "./models-texts.ts";

const wires = ["openai-chat", "openai-responses", "anthropic"] as const;
const empty = { name: "", baseUrl: "", wire: "openai-chat", key: "" };

/** A server that nobody listed: by its address and the format that it speaks. */
export function OwnProvider(): ReactNode {
  const t = useWords(modelsTexts);
  const words = useWords(settingsTexts);
  const { client } = useServices();
  const [entered, setEntered] = useState(empty);
  const change = useChange(({ name, baseUrl, wire, key }: typeof empty) =>
    client.call(modelsApi.setProvider, {
      params: { provider: name.trim() },
      body: { baseUrl: baseUrl.trim(), wire, ...(key.trim() === "" ? {} : { key: key.trim() }) },
    }),
  );
  const bind = (field: keyof typeof empty) => ({
    value: entered[field],
    onChange: ({ target }: { target: { value: string } }) =>
      setEntered((before) => ({ ...before, [field]: target.value })),
  });
  return (
    <Part lead={t("own.lead")} title={t("own")}>
      <form
        className="grid gap-3 sm:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate(entered, { onSuccess: () => setEntered(empty) });
        }}
      >
        <TextField hint={t("own.nameHint")} label={t("own.name")} required {...bind("name")} />
        <SelectField
          label={t("own.wire")}
          options={wires.map((wire) => [wire, t(`wire.${wire}`)] as const)}
          {...bind("wire")}
        />
        <TextField
          inputMode="url"
          label={t("address")}
          placeholder="https://"
          required
          {...bind("baseUrl")}
        />
        <TextField label={`${t("own.key")} (${words("optional")})`} type="password" {...bind("key")} />
        <div className="flex flex-wrap items-center gap-3 sm:col-span-2">
          <Button disabled={change.isPending} type="submit">
            {t("own.add")}
          </Button>
          <ChangeNote change={change} kept={t("own.kept", { name: change.data?.provider.id ?? "" })} />
        </div>
      </form>
    </Part>
  );
}
