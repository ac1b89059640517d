import type { ProviderRow } from "@skillmint/core/protocol/api";
import { useState, type ReactNode } from "react";
import { useWords } from "../../text/use-words.tsx";
import { inputLook } from "../parts/field.tsx";
import { Part } from "../parts/section.tsx";
import { groupProviders, serves } from "./group-providers.ts";
import { modelsTexts } from "./models-texts.ts";
import { ProviderLine } from "./provider-line.tsx";

/** Who serves models: those that can be used first. */
export function ProviderList({
  providers,
  current,
}: {
  providers: readonly ProviderRow[];
  current: string | undefined;
}): ReactNode {
  const t = useWords(modelsTexts);
  const [query, setQuery] = useState("");
  const [open, setOpen] = useState<string>();
  const groups = groupProviders(providers, query);
  return (
    <Part lead={t("providers.lead")} title={t("providers")}>
      <input
        aria-label={t("filter")}
        className={inputLook}
        onChange={({ target }) => setQuery(target.value)}
        placeholder={t("filter")}
        type="search"
        value={query}
      />
      {groups.length === 0 ? (
        <p className="mt-3 text-sm text-ink-3">{t("noneFound", { query: query.trim() })}</p>
      ) : null}
      {groups.flatMap(([group, rows]) => [
        <h3 className="mt-4 mb-1 text-xs font-medium text-ink-3" key={`group ${group}`}>
          {t(`group.${group}`)}
        </h3>,
        // Side by side with all others: a provider that moves to another group stays what it is, with what it says.
        ...rows.map((provider) => (
          <ProviderLine
            isInUse={serves(provider, current)}
            isOpen={open === provider.id}
            key={provider.id}
            onToggle={() => setOpen(open === provider.id ? undefined : provider.id)}
            provider={provider}
          />
        )),
      ])}
    </Part>
  );
}
