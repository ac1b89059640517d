import { mcpApi } from "@skillmint/core/protocol/api";
import type { ReactNode } from "react";
import { useWords } from "../../text/use-words.tsx";
import { Asked } from "../parts/asked.tsx";
import { useAsk } from "../parts/use-ask.ts";
import { mcpTexts } from "./mcp-texts.ts";

/** What a server offers. It is started to be asked. */
export function ServerTools({ name }: { name: string }): ReactNode {
  const t = useWords(mcpTexts);
  const tools = useAsk(mcpApi.listMcpTools, { body: { server_name: name } });
  return (
    <div className="text-sm">
      {tools.isPending ? <p className="text-ink-3">{t("starting")}</p> : null}
      <Asked query={tools}>
        {({ tools: list }) =>
          list.length === 0 ? (
            <p className="text-ink-3">{t("noTools")}</p>
          ) : (
            <dl className="space-y-1">
              {list.map((tool) => (
                <div key={tool.name}>
                  <dt className="font-mono text-xs">{tool.name}</dt>
                  <dd className="line-clamp-2 text-ink-2">{tool.description}</dd>
                </div>
              ))}
            </dl>
          )
        }
      </Asked>
    </div>
  );
}
