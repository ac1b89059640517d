import type { ProviderRow } from "@skillmint/core/protocol/api";
import { useState, type ReactNode } from "react";
import { Button } from "../../design/button.tsx";
import { useWords } from "../../text/use-words.tsx";
import { ChangeNote } from "../parts/change-note.tsx";
import { SelectField, TextField } from "../parts/field.tsx";
import { AddressForm } from "./address-form.tsx";
import { ForgetProvider } from "./forget-provider.tsx";
import { isDemo } from "./group-providers.ts";
import { KeyForm } from "./key-form.tsx";
import { modelsTexts } from "./models-texts.ts";
import { TestModel } from "./test-model.tsx";
import { useModelChoice } from "./use-model-choice.ts";

function ProviderModels({ provider }: { provider: ProviderRow }): ReactNode {
  const t = useWords(modelsTexts);
  const { id, models, defaultModel } = provider;
  const names = [...new Set(defaultModel === undefined ? models : [defaultModel, ...models])];
  const [name, setName] = useState(names[0] ?? "");
  const choice = useModelChoice();
  // A local server is asked what it has: its name alone is enough.
  const model = name.trim() === "" ? (provider.local ? id : "") : `${id}/${name.trim()}`;
  return (
    <div className="space-y-2">
      {names.length > 0 ? (
        <SelectField
          label={t("model")}
          onChange={({ target }) => setName(target.value)}
          options={names.map((each) => [each, each] as const)}
          value={name}
        />
      ) : (
        <TextField label={t("model")} onChange={({ target }) => setName(target.value)} value={name} />
      )}
      <TestModel model={model}>
        <Button disabled={choice.isPending || model === ""} onClick={() => choice.mutate(model)}>
          {t("use")}
        </Button>
        <ChangeNote change={choice} kept={t("use.kept", { model: choice.data ?? model })} />
      </TestModel>
    </div>
  );
}

/** Everything about one provider: its key, its address, its models. */
export function ProviderDetails({ provider }: { provider: ProviderRow }): ReactNode {
  if (isDemo(provider)) return <ProviderModels provider={provider} />;
  return (
    <div className="space-y-5">
      {provider.local ? null : <KeyForm provider={provider} />}
      <ProviderModels provider={provider} />
      <AddressForm provider={provider} />
      <ForgetProvider provider={provider} />
    </div>
  );
}
