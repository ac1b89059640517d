import { settingsApi } from "@skillmint/core/protocol/api";
import type { ReactNode } from "react";
import { useServices } from "../../app/services.tsx";
import { useWords } from "../../text/use-words.tsx";
import { Asked } from "../parts/asked.tsx";
import { ChangeNote } from "../parts/change-note.tsx";
import { ChoiceList, type Choice } from "../parts/choice-list.tsx";
import { Part, Section } from "../parts/section.tsx";
import { useAsk } from "../parts/use-ask.ts";
import { useChange } from "../parts/use-change.ts";
import { readSearchId, searchPresets } from "./search-presets.ts";
import { SearchAddress } from "./search-address.tsx";
import { searchTexts } from "./search-texts.ts";

const providerPath = { path: "internet.search.provider" };
const addressPath = { path: "internet.search.baseUrl" };

function useChoices(chosen: string): Choice<string>[] {
  const t = useWords(searchTexts);
  const known: Choice<string>[] = searchPresets.map((preset) => ({
    value: preset.id,
    title: "name" in preset ? preset.name : t(preset.id),
    text: "variable" in preset ? t("needsKey", { variable: preset.variable }) : t(`${preset.id}.text`),
  }));
  const all = [{ value: "", title: t("auto"), text: t("auto.text") }, ...known];
  return all.some(({ value }) => value === chosen)
    ? all
    : [...all, { value: chosen, title: chosen, text: t("unknown") }];
}

function Providers({ chosen, address }: { chosen: string; address: string }): ReactNode {
  const t = useWords(searchTexts);
  const { client } = useServices();
  const choices = useChoices(chosen);
  /** An address that was written for one provider must not get what is meant for another. */
  const change = useChange(async (id: string): Promise<{ isDropped: boolean }> => {
    const isDropped = address !== "";
    if (isDropped) await client.call(settingsApi.unsetSetting, { params: addressPath });
    if (id === "") await client.call(settingsApi.unsetSetting, { params: providerPath });
    else await client.call(settingsApi.setSetting, { params: providerPath, body: { value: id } });
    return { isDropped };
  });
  return (
    <Part title={t("provider")}>
      <ChoiceList
        choices={choices}
        label={t("provider")}
        onChoose={(id) => change.mutateAsync(id)}
        value={chosen}
      />
      <p className="mt-2 empty:hidden">
        <ChangeNote change={change} kept={change.data?.isDropped ? t("address.dropped") : t("kept")} />
      </p>
    </Part>
  );
}

export function SearchSection(): ReactNode {
  const t = useWords(searchTexts);
  const provider = useAsk(settingsApi.getSetting, { params: providerPath });
  const address = useAsk(settingsApi.getSetting, { params: addressPath });
  const typed = typeof address.data?.value === "string" ? address.data.value : "";
  return (
    <Section lead={t("lead")} title={t("title")}>
      <Asked query={provider}>
        {({ value }) => (
          <>
            <Providers address={typed} chosen={readSearchId(value)} />
            <SearchAddress address={typed} hasProvider={value !== undefined} />
          </>
        )}
      </Asked>
    </Section>
  );
}
