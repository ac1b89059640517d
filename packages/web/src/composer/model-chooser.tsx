import { modelsApi, type ProviderRow } from "@skillmint/core/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { Cpu } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useServices } from "../app/services.tsx";
import { useWords } from "../text/use-words.tsx";
import { Chooser, type ChooserGroup } from "./chooser.tsx";
import { composerTexts } from "./composer-texts.ts";

const demoModel = "demo/scripted";

/** Only whom one could ask: with a key, on this machine, and the demo. The usual model of each comes first. */
export function groupModels(providers: readonly ProviderRow[], demo: string): ChooserGroup[] {
  const groups = providers
    .filter(({ id, key, local }) => id !== "demo" && (key !== undefined || local))
    .map(({ id, label, models, defaultModel }) => {
      const names = [...new Set([...(defaultModel === undefined ? [] : [defaultModel]), ...models])];
      return {
        title: label,
        items: names.map((name) => ({ value: `${id}/${name}`, label: name })),
      };
    })
    .filter(({ items }) => items.length > 0);
  return [...groups, { title: "", items: [{ value: demoModel, label: demo }] }];
}

interface ModelChooserProps {
  /** What was chosen here. */
  chosen: string | undefined;
  /** What holds without a choice. */
  current: string | undefined;
  isDisabled: boolean;
  onChoose(model: string): void;
}

const shortName = (model: string): string => model.slice(model.indexOf("/") + 1);
const isDemo = (model: string): boolean => model.startsWith("demo/");

export function ModelChooser({ chosen, current, isDisabled, onChoose }: ModelChooserProps): ReactNode {
  const t = useWords(composerTexts);
  const { client } = useServices();
  const [isWanted, setWanted] = useState(false);
  const providers = useQuery({
    queryKey: ["models"],
    enabled: isWanted,
    staleTime: 10_000,
    queryFn: ({ signal }) => client.call(modelsApi.listProviders, {}, signal),
  });
  const model = chosen ?? current;
  const shown = (name: string): string => (isDemo(name) ? t("model.demo") : shortName(name));
  return (
    <Chooser
      custom={(typed) =>
        typed.includes("/") ? { value: typed, label: t("model.custom", { model: typed }) } : undefined
      }
      groups={groupModels(providers.data ?? [], t("model.demo"))}
      icon={Cpu}
      isDisabled={isDisabled}
      label={t("model.choose", { model: model ?? "–" })}
      none={t("model.none")}
      onOpen={(isOpen) => (isOpen ? setWanted(true) : undefined)}
      onPick={onChoose}
      search={t("model.search")}
      text={model === undefined ? t("model.unset") : shown(model)}
      value={model}
    />
  );
}
