import type { ReactNode } from "react";
import { packsApi } from "@skillmint/core/protocol/api";
import { Asked } from "../settings/parts/asked.tsx";
import { Part, Section } from "../settings/parts/section.tsx";
import { useAsk } from "../settings/parts/use-ask.ts";
import { settingsTexts } from "../settings/settings-texts.ts";
import { useWords } from "../text/use-words.tsx";
import { AddSigner } from "./add-signer.tsx";
import { SealingPart } from "./sealing-part.tsx";
import { SignerLine } from "./signer-line.tsx";
import { signersTexts } from "./signers-texts.ts";

/** Whose packs a person knows, whom they trust, and what a seal is worth. */
export function SignersSection(): ReactNode {
  const t = useWords(signersTexts);
  const settings = useWords(settingsTexts);
  const signers = useAsk(packsApi.listSigners, {});
  return (
    <Section lead={t("lead")} title={settings("section.signers")}>
      <Part title={t("list")}>
        <Asked query={signers}>
          {(rows) =>
            rows.length === 0 ? (
              <p className="text-sm text-ink-3">{t("empty")}</p>
            ) : (
              <ul className="divide-y divide-line border-y border-line">
                {rows.map((signer) => (
                  <SignerLine key={signer.fingerprint} signer={signer} />
                ))}
              </ul>
            )
          }
        </Asked>
      </Part>
      <AddSigner />
      <SealingPart />
    </Section>
  );
}
