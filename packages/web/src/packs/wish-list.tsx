import type { PlannedSkillReply } from "@skillmint/core/protocol/api";
import type { ReactNode } from "react";
import { useWords } from "../text/use-words.tsx";
import { installTexts } from "./install-texts.ts";

const kinds = [
  ["allowedTools", "wishes.tools"],
  ["hooks", "wishes.hooks"],
  ["mcpServers", "wishes.servers"],
  ["scripts", "wishes.scripts"],
] as const;

/** What a skill wants without asking. Nothing of it is given by installing. */
export function WishList({ wishes }: { wishes: PlannedSkillReply["wishes"] }): ReactNode {
  const t = useWords(installTexts);
  const asked = kinds.filter(([kind]) => wishes[kind].length > 0);
  if (asked.length === 0) return <p className="text-ink-3">{t("wishes.none")}</p>;
  return (
    <>
      <dl className="space-y-1.5">
        {asked.map(([kind, text]) => (
          <div key={kind}>
            <dt className="text-xs text-ink-3">{t(text)}</dt>
            <dd className="flex flex-wrap gap-1.5">
              {wishes[kind].map((wish) => (
                <code className="rounded-sm bg-panel px-1.5 font-mono text-xs break-all" key={wish}>
                  {wish}
                </code>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-xs text-ink-3">{t("wishes.note")}</p>
    </>
  );
}
