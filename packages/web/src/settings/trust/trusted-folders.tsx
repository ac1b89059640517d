import { trustApi } from "@skillmint/core/protocol/api";
import type { ReactNode } from "react";
import { useLanguage, useWords } from "../../text/use-words.tsx";
import { Asked } from "../parts/asked.tsx";
import { ChangeNote } from "../parts/change-note.tsx";
import { formatDate } from "../parts/format-date.ts";
import { RemoveButton } from "../parts/remove-button.tsx";
import { Row } from "../parts/row.tsx";
import { Part } from "../parts/section.tsx";
import { useAsk } from "../parts/use-ask.ts";
import { trustTexts } from "./trust-texts.ts";
import { useTrust } from "./use-trust.ts";

/** Everything that was ever trusted and still is. */
export function TrustedFolders(): ReactNode {
  const t = useWords(trustTexts);
  const { language } = useLanguage();
  const folders = useAsk(trustApi.listTrusted, {});
  const { change, kept } = useTrust();
  return (
    <Part title={t("all")}>
      <Asked query={folders}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="text-sm text-ink-3">{t("all.empty")}</p>
          ) : (
            <ul>
              {rows.map(({ folder, trustedAt }) => (
                <Row
                  action={
                    <RemoveButton
                      isDisabled={change.isPending}
                      label={t("untrust.named", { folder })}
                      onRemove={() => change.mutate({ folder, do: "untrust" })}
                      title={t("untrust")}
                    />
                  }
                  key={folder}
                  note={
                    trustedAt === undefined
                      ? undefined
                      : t("since", { date: formatDate(trustedAt, language) })
                  }
                  text={folder}
                />
              ))}
            </ul>
          )
        }
      </Asked>
      <p className="mt-2 empty:hidden">
        <ChangeNote change={change} kept={kept} />
      </p>
    </Part>
  );
}
