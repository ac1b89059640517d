import { mcpApi, type McpServerRow } from "@skillmint/core/protocol/api";
import { useState, type ReactNode } from "react";
import { useServices } from "../../app/services.tsx";
import { ConfirmDialog } from "../../design/confirm-dialog.tsx";
import { useWords } from "../../text/use-words.tsx";
import { Asked } from "../parts/asked.tsx";
import { ChangeNote } from "../parts/change-note.tsx";
import { Part, Section } from "../parts/section.tsx";
import { useAsk } from "../parts/use-ask.ts";
import { useChange } from "../parts/use-change.ts";
import { AddServer } from "./add-server.tsx";
import { mcpTexts } from "./mcp-texts.ts";
import { Presets } from "./presets.tsx";
import { ServerLine } from "./server-line.tsx";

function ServerList({ servers }: { servers: readonly McpServerRow[] }): ReactNode {
  const t = useWords(mcpTexts);
  const { client } = useServices();
  const [removing, setRemoving] = useState<string>();
  const change = useChange((name: string) => client.call(mcpApi.removeMcpServer, { body: { name } }));
  if (servers.length === 0) return <p className="text-sm text-ink-3">{t("empty")}</p>;
  return (
    <>
      <ul>
        {servers.map((server) => (
          <ServerLine
            key={`${server.file}-${server.name}`}
            onRemove={() => setRemoving(server.name)}
            server={server}
          />
        ))}
      </ul>
      <ChangeNote change={change} />
      <ConfirmDialog
        cancel={t("cancel")}
        confirm={t("remove")}
        isOpen={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        onConfirm={() => removing !== undefined && change.mutate(removing)}
        question={t("remove.sure", { name: removing ?? "" })}
      />
    </>
  );
}

export function McpSection(): ReactNode {
  const t = useWords(mcpTexts);
  const servers = useAsk(mcpApi.listMcpServers, { body: {} });
  return (
    <Section lead={t("lead")} title={t("title")}>
      <Part title={t("servers")}>
        <Asked query={servers}>{({ servers: list }) => <ServerList servers={list} />}</Asked>
      </Part>
      <Part title={t("add")}>
        <AddServer />
      </Part>
      <Part lead={t("presets.lead")} title={t("presets")}>
        <Presets taken={servers.data?.servers.map(({ name }) => name) ?? []} />
      </Part>
    </Section>
  );
}
