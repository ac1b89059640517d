import { settingsApi, webApi, type SearchProviderRow } from "@skillmint/core/protocol/api";
import type { ReactNode } from "react";
import { useServices } from "../../app/services.tsx";
import { useWords } from "../../text/use-words.tsx";
import { Asked } from "../parts/asked.tsx";
import { ChangeNote } from "../parts/change-note.tsx";
import { ChoiceList, type Choice } from "../parts/choice-list.tsx";
import { Part, Section } from "../parts/section.tsx";
import { useAsk } from "../parts/use-ask.ts";
import { useChange } from "../parts/use-change.ts";
import { readSearchId } from "./read-search-id.ts";
import { SearchAddress } from "./search-address.tsx";
import { SearchKey } from "./search-key.tsx";
import { searchTexts } from "./search-texts.ts";

const providerPath = { path: "internet.search.provider" };
const addressPath = { path: "internet.search.baseUrl" };

/** Those that take a key; several that share one are one. */
function withKeys(providers: readonly SearchProviderRow[]): SearchProviderRow[] {
  const byKey = Map.groupBy(providers, ({ variable }) => variable);
  byKey.delete(undefined);
  return [...byKey.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, name: [first, ...others].map(({ name }) => name).join(", ") }] : [],
  );
}

interface ProvidersProps {
  providers: readonly SearchProviderRow[];
  chosen: string;
  address: string;
}

function useChoices({ providers, chosen }: ProvidersProps): Choice<string>[] {
  const t = useWords(searchTexts);
  const wordNeed = ({ needsAddress, variable, key }: SearchProviderRow): string => {
    if (needsAddress) return t("needsAddress");
    if (variable === undefined) return t("needsNothing");
    return key === undefined ? t("needsKey") : t(`has.${key}`);
  };
  const known: Choice<string>[] = providers.map((provider) => ({
    value: provider.id,
    title: provider.name,
    text: wordNeed(provider),
  }));
  const all = [{ value: "", title: t("auto"), text: t("auto.text") }, ...known];
  return all.some(({ value }) => value === chosen)
    ? all
    : [...all, { value: chosen, title: chosen, text: t("unknown") }];
}

function Providers(props: ProvidersProps): ReactNode {
  const { chosen, address, providers } = props;
  const t = useWords(searchTexts);
  const { client } = useServices();
  const choices = useChoices(props);
  /** An address that was written for one provider must not get what is meant for another. */
  const change = useChange(async (id: string): Promise<{ isDropped: boolean }> => {
    const isDropped = address !== "";
    if (isDropped) await client.call(settingsApi.unsetSetting, { params: addressPath });
    if (id === "") await client.call(settingsApi.unsetSetting, { params: providerPath });
    else await client.call(settingsApi.setSetting, { params: providerPath, body: { value: id } });
    return { isDropped };
  });
  return (
    <>
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
      <SearchAddress address={address} hasProvider={chosen !== ""} />
      <Part lead={t("keys.lead")} title={t("keys")}>
        {withKeys(providers).map((provider) => (
          <SearchKey key={provider.id} provider={provider} />
        ))}
      </Part>
    </>
  );
}

export function SearchSection(): ReactNode {
  const t = useWords(searchTexts);
  const provider = useAsk(settingsApi.getSetting, { params: providerPath });
  const address = useAsk(settingsApi.getSetting, { params: addressPath });
  const providers = useAsk(webApi.listSearchProviders, {});
  const typed = typeof address.data?.value === "string" ? address.data.value : "";
  return (
    <Section lead={t("lead")} title={t("title")}>
      <Asked query={provider}>
        {({ value }) => (
          <Asked query={providers}>
            {(rows) => <Providers address={typed} chosen={readSearchId(value)} providers={rows} />}
          </Asked>
        )}
      </Asked>
    </Section>
  );
}
