import type { ProviderRow } from "@skillmint/core/protocol/api";
import { ChevronRight } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { useWords } from "../../text/use-words.tsx";
import { Badge } from "../parts/badge.tsx";
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
  const id = useId();
  // What was typed into it stays when it is closed.
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  const { key, label } = provider;
  return (
    <div>
      <button
        aria-controls={id}
        aria-expanded={isOpen}
        className="-mx-3 flex w-[calc(100%+1.5rem)] items-center gap-2 rounded-md px-3 py-1.5 text-left hover:bg-panel"
        onClick={onToggle}
        type="button"
      >
        <ChevronRight
          aria-hidden
          className={`shrink-0 text-ink-3 transition-transform ${isOpen ? "rotate-90" : ""}`}
          size={15}
        />
        <span className="min-w-0 flex-1 truncate">
          {label}{" "}
          {label === provider.id ? null : <span className="font-mono text-xs text-ink-3">{provider.id}</span>}
        </span>
        {isInUse ? <Badge tone="accent">{t("inUse")}</Badge> : null}
        <span className={`text-xs ${key === undefined ? "text-ink-3" : "text-ink-2"}`}>
          {t(`key.${key ?? keylessState(provider)}`)}
        </span>
      </button>
      <div className="mt-1 mb-4 ml-[7px] border-l border-line pl-4" hidden={!isOpen} id={id}>
        {wasOpen ? <ProviderDetails provider={provider} /> : null}
      </div>
    </div>
  );
}
