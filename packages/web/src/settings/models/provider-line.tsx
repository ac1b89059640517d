import type { ProviderRow } from "@skillmint/core/protocol/api";
import type { ReactNode } from "react";
import { useWords } from "../../text/use-words.tsx";
import { Badge } from "../parts/badge.tsx";
import { OpeningRow } from "../../design/opening-row.tsx";
import { isDemo } from "./group-providers.ts";
import { modelsTexts } from "./models-texts.ts";
import { ProviderDetails } from "./provider-details.tsx";

/** What there is to say where no key is kept. */
function keylessState(provider: ProviderRow): "notNeeded" | "noAddress" | "none" {
  if (provider.local || isDemo(provider)) return "notNeeded";
  return provider.baseUrl === undefined ? "noAddress" : "none";
}

interface ProviderLineProps {
  provider: ProviderRow;
  isInUse: boolean;
  isOpen: boolean;
  onToggle(): void;
}

/** A provider in one line; opens to all that can be set about it. */
export function ProviderLine({ provider, isInUse, isOpen, onToggle }: ProviderLineProps): ReactNode {
  const t = useWords(modelsTexts);
  const { id, key, label } = provider;
  return (
    <OpeningRow
      head={
        <>
          <span className="min-w-0 flex-1 truncate">
            {label} {label === id ? null : <span className="font-mono text-xs text-ink-3">{id}</span>}
          </span>
          {isInUse ? <Badge tone="accent">{t("inUse")}</Badge> : null}
          <span className={`text-xs ${key === undefined ? "text-ink-3" : "text-ink-2"}`}>
            {t(`key.${key ?? keylessState(provider)}`)}
          </span>
        </>
      }
      isKept
      isOpen={isOpen}
      name={label}
      onToggle={onToggle}
    >
      <ProviderDetails provider={provider} />
    </OpeningRow>
  );
}
