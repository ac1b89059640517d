import type { EnvironmentRow } from "@skillmint/core/protocol/api";
import type { ReactNode } from "react";
import { Button } from "../../design/button.tsx";
import { useWords } from "../../text/use-words.tsx";
import { Badge } from "../parts/badge.tsx";
import { environmentsTexts } from "./environments-texts.ts";

export type Opened = "compare" | "details";

interface EnvironmentLineProps {
  /** `undefined`: none. */
  environment: EnvironmentRow | undefined;
  isActive: boolean;
  opened: Opened | undefined;
  onOpen(what: Opened): void;
  onDelete(): void;
}

/** An environment in one line, with what can be done with it. */
export function EnvironmentLine({
  environment,
  isActive,
  opened,
  onOpen,
  onDelete,
}: EnvironmentLineProps): ReactNode {
  const t = useWords(environmentsTexts);
  const name = environment?.name ?? t("none");
  const text = environment ? [environment.description, environment.model] : [t("none.text")];
  const shown = text.filter((part) => part !== undefined && part !== "").join(" · ");
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-baseline gap-2">
          <span className="font-medium break-all">{environment?.displayName ?? name}</span>
          {(environment?.displayName ?? name) === name ? null : (
            <span className="font-mono text-xs text-ink-3">{name}</span>
          )}
          {isActive ? <Badge tone="accent">{t("inUse")}</Badge> : null}
          {environment?.broken ? <Badge tone="bad">{t("broken")}</Badge> : null}
        </p>
        {shown === "" ? null : <p className="text-sm break-words text-ink-3">{shown}</p>}
      </div>
      <div className="flex gap-1">
        {isActive ? null : (
          <Button aria-expanded={opened === "compare"} onClick={() => onOpen("compare")}>
            {t("use")}
          </Button>
        )}
        {environment ? (
          <>
            <Button aria-expanded={opened === "details"} look="quiet" onClick={() => onOpen("details")}>
              {t("details")}
            </Button>
            <Button look="quiet" onClick={onDelete}>
              {t("delete")}
            </Button>
          </>
        ) : null}
      </div>
    </div>
  );
}
