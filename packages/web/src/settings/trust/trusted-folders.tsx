import { trustApi } from "@skillmint/core/protocol/api";
import { Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { useLanguage, useWords } from "../../text/use-words.tsx";
import { Asked } from "../parts/asked.tsx";
import { ChangeNote } from "../parts/change-note.tsx";
import { formatDate } from "../parts/format-date.ts";
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
                <li
                  className="flex items-center gap-3 border-b border-line py-1.5 last:border-b-0"
                  key={folder}
                >
                  <span className="min-w-0 flex-1">
                    <span className="block font-mono text-sm break-all">{folder}</span>
                    {trustedAt === undefined ? null : (
                      <span className="text-xs text-ink-3">
                        {t("since", { date: formatDate(trustedAt, language) })}
                      </span>
                    )}
                  </span>
                  <button
                    aria-label={t("untrust.named", { folder })}
                    className="flex size-8 shrink-0 items-center justify-center rounded-md text-ink-3 hover:bg-bad-soft hover:text-bad disabled:opacity-50"
                    disabled={change.isPending}
                    onClick={() => change.mutate({ folder, do: "untrust" })}
                    title={t("untrust")}
                    type="button"
                  >
                    <Trash2 aria-hidden size={15} />
                  </button>
                </li>
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
