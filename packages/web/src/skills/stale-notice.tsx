import { lazy, Suspense, useState, type ReactNode } from "react";
import { Button } from "../design/button.tsx";
import { ConfirmDialog } from "../design/confirm-dialog.tsx";
import { useWords } from "../text/use-words.tsx";
import { skillEditTexts } from "./skill-edit-texts.ts";

const DiffView = lazy(() => import("../conversation/calls/diff-view.tsx"));

interface NoticeProps {
  path: string;
  theirs: string;
  mine: string;
  onKeepMine(): void;
  onTakeTheirs(): void;
}

/** The file changed under what is being written: what differs, and the two ways on. */
export function StaleNotice({ path, theirs, mine, onKeepMine, onTakeTheirs }: NoticeProps): ReactNode {
  const t = useWords(skillEditTexts);
  const [isOpen, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="mb-2 rounded-md bg-warn-soft px-3 py-2 text-sm" role="alert">
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 basis-64 text-warn">{t("stale")}</p>
        <Button aria-expanded={isOpen} look="quiet" onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? "stale.hide" : "stale.differences")}
        </Button>
        <Button onClick={() => setAsking(true)}>{t("stale.theirs")}</Button>
        <Button onClick={onKeepMine}>{t("stale.mine")}</Button>
      </div>
      {isOpen ? (
        <div className="mt-2 max-h-[40vh] overflow-y-auto rounded-md bg-page">
          <Suspense fallback={null}>
            <DiffView after={mine} before={theirs} path={path} />
          </Suspense>
        </div>
      ) : null}
      <ConfirmDialog
        cancel={t("cancel")}
        confirm={t("stale.theirs")}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={onTakeTheirs}
        question={t("stale.theirsSure")}
      />
    </div>
  );
}
