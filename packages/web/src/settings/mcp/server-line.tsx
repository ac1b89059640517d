import type { McpServerRow } from "@skillmint/core/protocol/api";
import { ChevronRight, Trash2 } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useWords } from "../../text/use-words.tsx";
import { Badge } from "../parts/badge.tsx";
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
  const [isOpen, setOpen] = useState(false);
  const { name, from, state, target, reason, tools } = server;
  return (
    <li>
      <div className="-mx-3 flex items-center gap-2 rounded-md pr-1 hover:bg-panel">
        <button
          aria-expanded={isOpen}
          aria-label={t("tools.of", { name })}
          className="flex min-w-0 flex-1 items-center gap-2 rounded-md py-1.5 pl-3 text-left"
          disabled={state !== "ready"}
          onClick={() => setOpen(!isOpen)}
          type="button"
        >
          <ChevronRight
            aria-hidden
            className={`shrink-0 text-ink-3 transition-transform ${isOpen ? "rotate-90" : ""}`}
            size={15}
          />
          <span className="shrink-0 font-medium">{name}</span>
          <span className="min-w-0 flex-1 truncate font-mono text-xs text-ink-3" title={target}>
            {reason ?? target}
          </span>
          {tools === undefined ? null : (
            <span className="text-xs text-ink-3">{t("count", { count: tools })}</span>
          )}
          <Badge>{t(`from.${from}`)}</Badge>
          <Badge tone={tones[state]}>{t(`state.${state}`)}</Badge>
        </button>
        {from === "user" ? (
          <button
            aria-label={t("remove.named", { name })}
            className="flex size-8 shrink-0 items-center justify-center rounded-md text-ink-3 hover:bg-bad-soft hover:text-bad"
            onClick={onRemove}
            title={t("remove")}
            type="button"
          >
            <Trash2 aria-hidden size={15} />
          </button>
        ) : null}
      </div>
      {isOpen ? <ServerTools name={name} /> : null}
    </li>
  );
}
