import type { McpServerRow } from "@skillmint/core/protocol/api";
import type { ReactNode } from "react";
import { useWords } from "../../text/use-words.tsx";
import { Badge } from "../parts/badge.tsx";
import { OpeningRow } from "../../design/opening-row.tsx";
import { RemoveButton } from "../parts/remove-button.tsx";
import { mcpTexts } from "./mcp-texts.ts";
import { ServerTools } from "./server-tools.tsx";

const tones = {
  ready: "accent",
  approval: "warn",
  disabled: "plain",
  shadowed: "plain",
  invalid: "bad",
} as const;

/** A server in one line; opens to its tools. */
export function ServerLine({ server, onRemove }: { server: McpServerRow; onRemove(): void }): ReactNode {
  const t = useWords(mcpTexts);
  const { name, from, state, target, reason, tools } = server;
  return (
    <li>
      <OpeningRow
        action={
          from === "user" ? (
            <RemoveButton label={t("remove.named", { name })} onRemove={onRemove} title={t("remove")} />
          ) : null
        }
        head={
          <>
            <span className="min-w-0 max-w-1/2 shrink-0 truncate font-medium">{name}</span>
            <span className="min-w-0 flex-1 truncate font-mono text-xs text-ink-3" title={target}>
              {reason ?? target}
            </span>
            {tools === undefined ? null : (
              <span className="text-xs whitespace-nowrap text-ink-3 max-sm:hidden">
                {t("count", { count: tools })}
              </span>
            )}
            {from === "user" ? null : <Badge>{t(`from.${from}`)}</Badge>}
            <Badge tone={tones[state]}>{t(`state.${state}`)}</Badge>
          </>
        }
        isDisabled={state !== "ready"}
        label={t("tools.of", { name })}
        name={t("tools.of", { name })}
      >
        <ServerTools name={name} />
      </OpeningRow>
    </li>
  );
}
