import { environmentsApi } from "@skillmint/core/protocol/api";
import type { ReactNode } from "react";
import { useWords } from "../../text/use-words.tsx";
import { Asked } from "../parts/asked.tsx";
import { Diagnostics } from "../parts/diagnostics.tsx";
import { Facts } from "../parts/facts.tsx";
import { useAsk } from "../parts/use-ask.ts";
import { environmentsTexts } from "./environments-texts.ts";

/** What an environment says, and what of it cannot be used. */
export function EnvironmentDetails({ name }: { name: string }): ReactNode {
  const t = useWords(environmentsTexts);
  const query = useAsk(environmentsApi.getEnvironment, { params: { name } });
  return (
    <div className="mt-1 mb-3 border-l-2 border-line pl-4">
      <Asked query={query}>
        {({ rules, agents, diagnostics, ...said }) => {
          const all = (["deny", "ask", "allow"] as const).flatMap((list) => rules[list]);
          const facts = [
            [t("model"), said.model],
            [t("mode"), said.mode],
            [t("sandbox"), said.sandbox],
            [t("rules"), all.join(" · ")],
            [t("agents"), agents.map(({ id }) => id).join(", ")],
            [t("models"), said.models.join(", ")],
            [t("providers"), said.providers.join(", ")],
            [t("mcp"), said.mcp.join(", ")],
            [t("skills"), said.skills.join(", ")],
          ] as const;
          const isSilent = facts.every(([, value]) => value === undefined || value === "");
          return (
            <div className="space-y-3">
              {isSilent ? <p className="text-sm text-ink-3">{t("nothing")}</p> : null}
              <Facts
                facts={[
                  ...facts,
                  [
                    t("folder"),
                    <span className="font-mono text-xs break-all" key="folder">
                      {said.folder}
                    </span>,
                  ],
                ]}
              />
              {diagnostics.length > 0 ? <Diagnostics diagnostics={diagnostics} /> : null}
            </div>
          );
        }}
      </Asked>
    </div>
  );
}
