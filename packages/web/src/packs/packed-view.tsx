import { packDownloads, type PackedSkillReply } from "@skillmint/core/protocol/api";
import { useMutation } from "@tanstack/react-query";
import { CircleCheck, Download } from "lucide-react";
import type { ReactNode } from "react";
import { useServices } from "../app/services.tsx";
import { Button } from "../design/button.tsx";
import { CopyButton } from "../design/copy-button.tsx";
import { formatBytes } from "../design/format.ts";
import { saveFile } from "../design/save-file.ts";
import { Badge } from "../settings/parts/badge.tsx";
import { FindingList } from "../skills/finding-list.tsx";
import { Failed } from "../skills/page-state.tsx";
import { useWordError } from "../text/use-word-error.ts";
import { useWords } from "../text/use-words.tsx";
import { LeftOutList } from "./left-out-list.tsx";
import { packTexts } from "./pack-texts.ts";

/** What became of it, to be taken away. */
export function PackedView({ packed, onClose }: { packed: PackedSkillReply; onClose(): void }): ReactNode {
  const t = useWords(packTexts);
  const wordError = useWordError();
  const { client } = useServices();
  const { file, about, files, signer, leftOut, warnings, madeKey } = packed;
  const save = useMutation({
    mutationFn: async () => {
      const reply = await client.open(packDownloads.file.replace(":id", file.id));
      saveFile(await reply.blob(), file.name);
    },
  });
  const { error } = save;
  return (
    <>
      <div className="min-h-0 flex-1 space-y-4 overflow-y-auto px-5 py-5" tabIndex={0}>
        <p className="flex flex-wrap items-center gap-2 font-semibold" role="status">
          <CircleCheck aria-hidden className="text-accent" size={18} />
          {t("packed")}
        </p>
        <div>
          <p className="flex flex-wrap items-center gap-2">
            <span className="font-medium break-words">{about.name}</span>
            <span className="text-ink-2">{about.version}</span>
            <Badge tone={about.sealed ? "warn" : "plain"}>
              {t(about.sealed ? "packed.sealed" : "packed.open")}
            </Badge>
          </p>
          <p className="text-sm text-ink-2">{t("packed.size", { files, bytes: formatBytes(file.size) })}</p>
        </div>
        <div className="text-sm">
          <p className="text-xs text-ink-3">{t("fingerprint")}</p>
          <p className="flex items-start gap-1">
            <code className="min-w-0 font-mono text-xs leading-6 break-all">{signer.fingerprint}</code>
            <CopyButton text={signer.fingerprint} />
          </p>
          {madeKey ? <p className="text-ink-2">{t("packed.key")}</p> : null}
        </div>
        <LeftOutList
          items={leftOut.map((path) => ({ path }))}
          title={t("leftOut", { count: leftOut.length })}
        />
        {warnings.length === 0 ? null : (
          <section className="text-sm">
            <h3 className="mb-1.5 font-semibold">{t("findings")}</h3>
            <FindingList findings={warnings.map((one) => ({ ...one, severity: "warning" as const }))} />
          </section>
        )}
      </div>
      <footer className="border-t border-line px-5 py-3">
        {error ? <Failed message={t("failed", { message: wordError(error) })} /> : null}
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {t("close")}
          </Button>
          <Button autoFocus disabled={save.isPending} look="primary" onClick={() => save.mutate()}>
            <Download aria-hidden size={14} />
            <span className="break-all">{t("download", { name: file.name })}</span>
          </Button>
        </div>
      </footer>
    </>
  );
}
