import { statusApi, type ReplyOf } from "@skillmint/core/protocol/api";
import type { ReactNode } from "react";
import { CopyButton } from "../../design/copy-button.tsx";
import { formatDuration } from "../../design/format.ts";
import { useWords } from "../../text/use-words.tsx";
import { Asked } from "../parts/asked.tsx";
import { Diagnostics } from "../parts/diagnostics.tsx";
import { Facts } from "../parts/facts.tsx";
import { Part, Section } from "../parts/section.tsx";
import { useAsk } from "../parts/use-ask.ts";
import { aboutTexts } from "./about-texts.ts";
import { SandboxPart } from "./sandbox-part.tsx";

type Status = ReplyOf<(typeof statusApi)["getStatus"]>;

function Path({ path, label }: { path: string; label?: string }): ReactNode {
  return (
    <span className="flex items-center gap-1">
      <span className="min-w-0 font-mono text-xs break-all">{path}</span>
      {label === undefined ? null : <CopyButton label={label} text={path} />}
    </span>
  );
}

function ServerPart({ status }: { status: Status }): ReactNode {
  const t = useWords(aboutTexts);
  return (
    <Part title={t("server")}>
      <Facts
        facts={[
          [t("version"), status.version],
          [t("model"), status.model ?? t("model.none")],
          [t("home"), <Path key="home" label={t("home.copy")} path={status.home} />],
          [t("folder"), <Path key="folder" path={status.folder} />],
          [t("trusted"), status.trusted ? t("trusted.yes") : t("trusted.no")],
          [t("language"), status.language],
          [t("node"), status.node],
          [t("platform"), status.platform],
          [t("uptime"), formatDuration(Math.round(status.uptime) * 1_000)],
        ]}
      />
    </Part>
  );
}

export function AboutSection(): ReactNode {
  const t = useWords(aboutTexts);
  const query = useAsk(statusApi.getStatus, { query: {} });
  return (
    <Section title={t("title")}>
      <Asked query={query}>
        {(status) => (
          <>
            <ServerPart status={status} />
            <SandboxPart sandbox={status.sandbox} />
            <Part title={t("problems")}>
              {status.problems.length === 0 ? (
                <p className="text-sm text-ink-2">{t("problems.none")}</p>
              ) : (
                <ul className="space-y-1 text-sm break-words text-bad">
                  {status.problems.map((problem) => (
                    <li key={problem}>{problem}</li>
                  ))}
                </ul>
              )}
            </Part>
            {status.diagnostics.length === 0 ? null : (
              <Part title={t("configuration")}>
                <Diagnostics diagnostics={status.diagnostics} />
              </Part>
            )}
          </>
        )}
      </Asked>
    </Section>
  );
}
