import { mcpApi, type McpPresetRow } from "@skillmint/core/protocol/api";
import { useState, type ReactNode } from "react";
import { useServices } from "../../app/services.tsx";
import { Button } from "../../design/button.tsx";
import { useWords } from "../../text/use-words.tsx";
import { Asked } from "../parts/asked.tsx";
import { ChangeNote } from "../parts/change-note.tsx";
import { inputLook } from "../parts/field.tsx";
import { useAsk } from "../parts/use-ask.ts";
import { useChange } from "../parts/use-change.ts";
import { mcpTexts } from "./mcp-texts.ts";

const targetOf = ({ command, args = [], url }: McpPresetRow): string =>
  url ?? [command ?? "", ...args].join(" ");

/** Well-known servers, added by one press. */
export function Presets({ taken }: { taken: readonly string[] }): ReactNode {
  const t = useWords(mcpTexts);
  const { client } = useServices();
  const presets = useAsk(mcpApi.listMcpPresets, {});
  const [query, setQuery] = useState("");
  const change = useChange(({ name, command, args, env, url }: McpPresetRow) =>
    client.call(mcpApi.addMcpServer, { body: { name, command, args, env, url } }),
  );
  const fits = ({ name, description }: McpPresetRow): boolean =>
    `${name} ${description}`.toLowerCase().includes(query.trim().toLowerCase());
  return (
    <Asked query={presets}>
      {(all) => {
        const shown = all.filter(fits);
        return (
          <>
            <input
              aria-label={t("presets.find")}
              className={inputLook}
              onChange={({ target }) => setQuery(target.value)}
              placeholder={t("presets.find")}
              type="search"
              value={query}
            />
            {shown.length === 0 ? <p className="mt-3 text-sm text-ink-3">{t("presets.none")}</p> : null}
            <ul className="mt-2">
              {shown.map((preset) => (
                <li
                  className="flex items-center gap-3 border-b border-line py-1.5 last:border-b-0"
                  key={preset.name}
                >
                  <span className="min-w-0 flex-1">
                    <span className="font-medium">{preset.name}</span>{" "}
                    <span className="text-sm text-ink-2">{preset.description}</span>
                    <code className="block truncate font-mono text-xs text-ink-3" title={targetOf(preset)}>
                      {targetOf(preset)}
                    </code>
                  </span>
                  {taken.includes(preset.name) ? (
                    <span className="text-xs whitespace-nowrap text-ink-3">{t("presets.taken")}</span>
                  ) : (
                    <Button
                      aria-label={t("presets.add", { name: preset.name })}
                      disabled={change.isPending}
                      onClick={() => change.mutate(preset)}
                    >
                      {t("addIt")}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            <p className="mt-2 empty:hidden">
              <ChangeNote change={change} kept={change.data?.output} />
            </p>
          </>
        );
      }}
    </Asked>
  );
}
