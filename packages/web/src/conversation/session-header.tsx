import { Menu } from "@base-ui/react/menu";
import type { SessionView } from "@skillmint/core/protocol";
import { sessionsApi } from "@skillmint/core/protocol/api";
import { Ellipsis, PanelRight } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useLocation } from "wouter";
import { useServices } from "../app/services.tsx";
import { ImproveItem } from "../authoring/improve-item.tsx";
import type { SessionState } from "../session/session-store.ts";
import { modeTexts } from "../text/mode-texts.ts";
import { useWordError } from "../text/use-word-error.ts";
import { useWords } from "../text/use-words.tsx";
import { conversationTexts } from "./conversation-texts.ts";
import { downloadExport } from "./download-export.ts";
import { EditableTitle } from "./editable-title.tsx";
import { ConfirmDialog } from "../design/confirm-dialog.tsx";

const formats = ["markdown", "html", "jsonl"] as const;
const item =
  "flex w-full cursor-pointer items-center rounded-sm px-3 py-1.5 text-sm outline-none data-[highlighted]:bg-panel data-[disabled]:opacity-50";

interface HeaderProps {
  state: SessionState;
  isPanelOpen: boolean;
  onPanel(): void;
}

/** What it works as, with and where. */
function describe({ settings, skills, folder }: SessionView, mode: string): string {
  const own = Object.values(skills).find((skill) => skill.own);
  return [...(own ? [own.name] : []), settings.model, mode, folder].join(" · ");
}

/** What session this is, and what can be done with it as a whole. */
export function SessionHeader({ state, isPanelOpen, onPanel }: HeaderProps): ReactNode {
  const t = useWords(conversationTexts);
  const wordMode = useWords(modeTexts);
  const wordError = useWordError();
  const { client } = useServices();
  const [, go] = useLocation();
  const [problem, setProblem] = useState<string>();
  const [isDeleting, setDeleting] = useState(false);
  const { view, id } = state;
  const about = view ? describe(view, wordMode(view.settings.mode)) : "";
  const params = { id };
  const attempt = (work: Promise<unknown>): void => {
    setProblem(undefined);
    work.catch((error: Error) => setProblem(t("actionFailed", { message: wordError(error) })));
  };
  const isWorking = view?.run != null;
  return (
    <header className="border-b border-line px-4">
      <div className="flex h-12 items-center gap-3">
        <EditableTitle
          label={t("rename")}
          onChange={(title) => attempt(client.call(sessionsApi.renameSession, { params, body: { title } }))}
          title={view?.title ?? ""}
        />
        <span className="hidden min-w-0 shrink truncate text-xs text-ink-3 sm:block" title={about}>
          {about}
        </span>
        <Menu.Root>
          <Menu.Trigger
            aria-label={t("more")}
            className="flex size-9 items-center justify-center rounded-md text-ink-3 hover:bg-panel hover:text-ink"
          >
            <Ellipsis aria-hidden size={18} />
          </Menu.Trigger>
          <Menu.Portal>
            <Menu.Positioner align="end" sideOffset={4}>
              <Menu.Popup className="min-w-52 rounded-lg border border-line bg-raised p-1 shadow-md outline-none">
                <Menu.Item
                  className={item}
                  disabled={isWorking}
                  onClick={() => attempt(client.call(sessionsApi.undoSession, { params }))}
                >
                  {t("undo")}
                </Menu.Item>
                <Menu.Item
                  className={item}
                  disabled={isWorking || (view?.undone.length ?? 0) === 0}
                  onClick={() => attempt(client.call(sessionsApi.redoSession, { params }))}
                >
                  {t("redo")}
                </Menu.Item>
                <Menu.Item
                  className={item}
                  disabled={isWorking}
                  onClick={() => attempt(client.call(sessionsApi.compactSession, { params, body: {} }))}
                >
                  {t("compact")}
                </Menu.Item>
                <ImproveItem className={item} disabled={isWorking} sessionId={id} />
                <Menu.Separator className="my-1 h-px bg-line" />
                {formats.map((format) => (
                  <Menu.Item
                    className={item}
                    key={format}
                    onClick={() => attempt(downloadExport(client, id, format))}
                  >
                    {t("export")}: {t(`export.${format}`)}
                  </Menu.Item>
                ))}
                <Menu.Separator className="my-1 h-px bg-line" />
                <Menu.Item className={`${item} text-bad`} onClick={() => setDeleting(true)}>
                  {t("delete")}
                </Menu.Item>
              </Menu.Popup>
            </Menu.Positioner>
          </Menu.Portal>
        </Menu.Root>
        <button
          aria-label={t("panel")}
          aria-pressed={isPanelOpen}
          className="flex size-9 items-center justify-center rounded-md text-ink-3 hover:bg-panel hover:text-ink aria-pressed:text-accent"
          onClick={onPanel}
          title={t("panel")}
          type="button"
        >
          <PanelRight aria-hidden size={18} />
        </button>
      </div>
      {problem === undefined ? null : (
        <p className="pb-2 text-sm text-bad" role="alert">
          {problem}
        </p>
      )}
      <ConfirmDialog
        cancel={t("cancel")}
        confirm={t("delete")}
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        onConfirm={() =>
          attempt(client.call(sessionsApi.deleteSession, { params }).then(() => go("/sessions")))
        }
        question={t("delete.sure")}
      />
    </header>
  );
}
