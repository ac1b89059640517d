import type { ReplyOf, trustApi } from "@skillmint/core/protocol/api";
import { ShieldAlert, ShieldCheck } from "lucide-react";
import { useState, type ReactNode } from "react";
import { ApiError } from "../../api/client.ts";
import { Button } from "../../design/button.tsx";
import { ConfirmDialog } from "../../design/confirm-dialog.tsx";
import { useLanguage, useWords } from "../../text/use-words.tsx";
import { ChangeNote } from "../parts/change-note.tsx";
import { settingsTexts } from "../settings-texts.ts";
import { formatDate } from "../parts/format-date.ts";
import { trustTexts } from "./trust-texts.ts";
import { useTrust } from "./use-trust.ts";

type TrustReply = ReplyOf<(typeof trustApi)["getTrust"]>;

function State({ trust }: { trust: TrustReply }): ReactNode {
  const t = useWords(trustTexts);
  const { language } = useLanguage();
  const { trusted, by, folder, trustedAt } = trust;
  const Icon = trusted ? ShieldCheck : ShieldAlert;
  return (
    <p className="flex items-baseline gap-2">
      <Icon
        aria-hidden
        className={`shrink-0 translate-y-0.5 ${trusted ? "text-accent" : "text-warn"}`}
        size={16}
      />
      <span className="min-w-0 break-words">
        <span className="font-medium">{trusted ? t("state.trusted") : t("state.not")}</span>{" "}
        <span className="text-sm text-ink-3">
          {by !== undefined && by !== folder ? `${t("state.by", { folder: by })} ` : ""}
          {trustedAt === undefined ? "" : t("since", { date: formatDate(trustedAt, language) })}
        </span>
      </span>
    </p>
  );
}

/** Whether one folder is trusted, what that turns on, and how to change it. */
export function FolderTrust({ trust }: { trust: TrustReply }): ReactNode {
  const t = useWords(trustTexts);
  const words = useWords(settingsTexts);
  const [isForcing, setForcing] = useState(false);
  const { change, kept } = useTrust();
  const { folder, trusted, by, ignored } = trust;
  const isRefused = change.error instanceof ApiError && change.error.code === "usage";
  return (
    <div className="space-y-3">
      <State trust={trust} />
      {trusted ? null : ignored.length === 0 ? (
        <p className="text-sm text-ink-2">{t("nothing")}</p>
      ) : (
        <div className="text-sm">
          <p className="text-ink-2">{t("ignored")}</p>
          <ul className="mt-1 list-disc pl-5 font-mono text-xs break-all marker:text-ink-3">
            {ignored.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {trusted ? (
          <Button
            disabled={change.isPending}
            onClick={() => change.mutate({ folder: by ?? folder, do: "untrust" })}
          >
            {t("untrust")}
          </Button>
        ) : (
          <Button
            disabled={change.isPending}
            look="primary"
            onClick={() => change.mutate({ folder, do: "trust" })}
          >
            {t("trust")}
          </Button>
        )}
        {isRefused && !trusted ? (
          <Button look="danger" onClick={() => setForcing(true)}>
            {t("trust.force")}
          </Button>
        ) : null}
        <ChangeNote change={change} kept={kept} />
      </div>
      <ConfirmDialog
        cancel={words("cancel")}
        confirm={t("trust.force")}
        isOpen={isForcing}
        onClose={() => setForcing(false)}
        onConfirm={() => change.mutate({ folder, do: "force" })}
        question={t("trust.forceSure", { folder, message: change.error?.message ?? "" })}
      />
    </div>
  );
}
