import { trustApi } from "@skillmint/core/protocol/api";
import { useState, type ReactNode } from "react";
import { useWords } from "../../text/use-words.tsx";
import { Asked } from "../parts/asked.tsx";
import { FolderChooser } from "../parts/folder-chooser.tsx";
import { Part, Section } from "../parts/section.tsx";
import { useAsk } from "../parts/use-ask.ts";
import { FolderTrust } from "./folder-trust.tsx";
import { trustTexts } from "./trust-texts.ts";
import { TrustedFolders } from "./trusted-folders.tsx";

export function TrustSection(): ReactNode {
  const t = useWords(trustTexts);
  const [folder, setFolder] = useState<string>();
  const trust = useAsk(trustApi.getTrust, { query: folder === undefined ? {} : { folder } });
  return (
    <Section lead={t("lead")} title={t("title")}>
      <Part title={t("here")}>
        <FolderChooser folder={folder} onChoose={setFolder} />
        <div className="mt-4">
          <Asked query={trust}>{(reply) => <FolderTrust key={reply.folder} trust={reply} />}</Asked>
        </div>
      </Part>
      <TrustedFolders />
    </Section>
  );
}
