import type { ReplyOf, statusApi } from "@skillmint/core/protocol/api";
import { Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

export type Diagnostic = ReplyOf<(typeof statusApi)["getStatus"]>["diagnostics"][number];

const tones = { error: "text-bad", warning: "text-warn", info: "text-ink-3" } as const;

function placeOf({ path, line, column }: Diagnostic): string {
  return [path, line, column].filter((part) => part !== undefined).join(":");
}

/** What of the configuration has no effect, with the place to look at. */
export function Diagnostics({ diagnostics }: { diagnostics: readonly Diagnostic[] }): ReactNode {
  return (
    <ul className="space-y-2 text-sm">
      {diagnostics.map((diagnostic) => {
        const Icon = diagnostic.severity === "info" ? Info : TriangleAlert;
        return (
          <li
            className="flex items-baseline gap-2"
            key={`${placeOf(diagnostic)} ${diagnostic.code} ${diagnostic.message}`}
          >
            <Icon
              aria-hidden
              className={`shrink-0 translate-y-0.5 ${tones[diagnostic.severity]}`}
              size={14}
            />
            <span className="min-w-0 break-words">
              {diagnostic.message}
              <span className="block font-mono text-xs break-all text-ink-3">{placeOf(diagnostic)}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
