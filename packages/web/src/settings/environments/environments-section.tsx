import { environmentsApi } from "@skillmint/core/protocol/api";
import type { ReactNode } from "react";
import { useWords } from "../../text/use-words.tsx";
import { Asked } from "../parts/asked.tsx";
import { Diagnostics } from "../parts/diagnostics.tsx";
import { Section } from "../parts/section.tsx";
import { useAsk } from "../parts/use-ask.ts";
import { CreateEnvironment } from "./create-environment.tsx";
import { EnvironmentList } from "./environment-list.tsx";
import { environmentsTexts } from "./environments-texts.ts";

export function EnvironmentsSection(): ReactNode {
  const t = useWords(environmentsTexts);
  const query = useAsk(environmentsApi.listEnvironments, {});
  return (
    <Section lead={t("lead")} title={t("title")}>
      <Asked query={query}>
        {({ environments, active, diagnostics }) => (
          <>
            {diagnostics.length > 0 ? <Diagnostics diagnostics={diagnostics} /> : null}
            <EnvironmentList active={active} environments={environments} />
            <CreateEnvironment environments={environments} />
          </>
        )}
      </Asked>
    </Section>
  );
}
