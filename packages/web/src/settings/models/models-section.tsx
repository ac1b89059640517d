import { modelsApi } from "@skillmint/core/protocol/api";
import type { ReactNode } from "react";
import { useWords } from "../../text/use-words.tsx";
import { Asked } from "../parts/asked.tsx";
import { Section } from "../parts/section.tsx";
import { useAsk } from "../parts/use-ask.ts";
import { CurrentModel } from "./current-model.tsx";
import { modelsTexts } from "./models-texts.ts";
import { OwnProvider } from "./own-provider.tsx";
import { ProviderList } from "./provider-list.tsx";

export function ModelsSection(): ReactNode {
  const t = useWords(modelsTexts);
  const current = useAsk(modelsApi.currentModel, {});
  const providers = useAsk(modelsApi.listProviders, {});
  return (
    <Section lead={t("lead")} title={t("title")}>
      <Asked query={current}>
        {(choice) => <CurrentModel choice={choice} providers={providers.data ?? []} />}
      </Asked>
      <Asked query={providers}>
        {(rows) => <ProviderList current={current.data?.model} providers={rows} />}
      </Asked>
      <OwnProvider />
    </Section>
  );
}
