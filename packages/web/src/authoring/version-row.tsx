import { authoringApi, type SkillVersionRow } from "@skillmint/core/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { ChevronRight, Undo2 } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { useServices } from "../app/services.tsx";
import { Button } from "../design/button.tsx";
import { formatBytes } from "../design/format.ts";
import { Failed, LoadingLines } from "../skills/page-state.tsx";
import { usePlace } from "../skills/use-place.ts";
import { useWordError } from "../text/use-word-error.ts";
import { useLanguage, useWords } from "../text/use-words.tsx";
import { FolderDiff } from "./folder-diff.tsx";
import { historyTexts } from "./history-texts.ts";

function Changes({ id, version }: { id: string; version: number }): ReactNode {
  const wordError = useWordError();
  const { client } = useServices();
  const { place } = usePlace();
  const { data, error, refetch } = useQuery({
    queryKey: ["skills", "version", place, id, version],
    queryFn: ({ signal }) =>
      client.call(
        authoringApi.versionDiff,
        { params: { id, version: String(version) }, query: place },
        signal,
      ),
    retry: false,
  });
  if (error) return <Failed message={wordError(error)} onRetry={() => void refetch()} />;
  return data ? <FolderDiff change={data} /> : <LoadingLines count={2} />;
}

interface RowProps {
  id: string;
  version: SkillVersionRow;
  /** Where it can be gone back to. */
  onBack?: () => void;
}

/** One state: when, by whom, why; and what it changed, where that is asked for. */
export function VersionRow({ id, version, onBack }: RowProps): ReactNode {
  const t = useWords(historyTexts);
  const { language } = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const changes = useId();
  const { action, by, at, why, current, files, bytes, restored = 0 } = version;
  const size = formatBytes(bytes);
  const when = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(at);
  return (
    <li className="rounded-md border border-line px-3 py-2.5">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <p className="flex flex-wrap items-baseline gap-x-2.5">
            <span className="font-medium">{t("version", { version: version.version })}</span>
            {current ? (
              <span className="rounded-full bg-accent-soft px-2 text-xs text-accent-strong">
                {t("current")}
              </span>
            ) : null}
            <span className="text-sm text-ink-2">{t(`action.${action}`, { restored })}</span>
          </p>
          <p className="text-xs text-ink-3">
            {when}
            {action === "found" ? "" : ` · ${t(`by.${by}`)}`} ·{" "}
            {files === 1 ? t("file.one", { size }) : t("files", { count: files, size })}
          </p>
          {why === undefined ? null : (
            <p className="mt-1 line-clamp-3 text-sm break-words whitespace-pre-line text-ink-2">{why}</p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            aria-controls={changes}
            aria-expanded={isOpen}
            look="quiet"
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronRight aria-hidden className={isOpen ? "rotate-90" : ""} size={14} />
            {t(isOpen ? "hide" : "show")}
          </Button>
          {onBack ? (
            <Button onClick={onBack}>
              <Undo2 aria-hidden size={14} />
              {t("back")}
            </Button>
          ) : null}
        </div>
      </div>
      <div className={isOpen ? "mt-3" : ""} id={changes}>
        {isOpen ? <Changes id={id} version={version.version} /> : null}
      </div>
    </li>
  );
}
