import { AlertDialog } from "@base-ui/react/alert-dialog";
import { authoringApi, type SkillPage } from "@skillmint/core/protocol/api";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useServices } from "../app/services.tsx";
import { Button } from "../design/button.tsx";
import { dialogBackdrop, dialogPopup } from "../skills/dialog-look.ts";
import { Failed } from "../skills/page-state.tsx";
import { usePlace } from "../skills/use-place.ts";
import { useRefreshSkills } from "../skills/use-skills.ts";
import { useWordError } from "../text/use-word-error.ts";
import { useWords } from "../text/use-words.tsx";
import { FolderDiff } from "./folder-diff.tsx";
import { historyTexts } from "./history-texts.ts";

interface DialogProps {
  skill: SkillPage;
  version: number;
  onClose(): void;
  onDone(result: { restored: number; version: number }): void;
}

/** Shows what going back changes, and does it when that is wanted. */
export function RollbackDialog({ skill, version, onClose, onDone }: DialogProps): ReactNode {
  const t = useWords(historyTexts);
  const wordError = useWordError();
  const { client } = useServices();
  const { place } = usePlace();
  const refresh = useRefreshSkills();
  const params = { id: skill.id };
  const preview = useQuery({
    queryKey: ["rollback", place, skill.id, version],
    queryFn: ({ signal }) =>
      client.call(authoringApi.previewRollback, { params, query: { ...place, version } }, signal),
    retry: false,
    gcTime: 0,
  });
  const back = useMutation({
    mutationFn: () => client.call(authoringApi.rollBack, { params, body: { ...place, version } }),
    onSuccess: (result) => {
      onDone({ restored: result.restored, version: result.version.version });
      void refresh();
    },
  });
  const failed = back.error ?? preview.error;
  return (
    <AlertDialog.Root onOpenChange={(open) => (open ? undefined : onClose())} open>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialogBackdrop} />
        <AlertDialog.Popup className={dialogPopup.replace("28rem", "46rem")}>
          <AlertDialog.Title className="font-medium">
            {t("back.sure", { name: skill.name, version })}
          </AlertDialog.Title>
          {failed ? <Failed message={t("back.failed", { message: wordError(failed) })} /> : null}
          {preview.data ? (
            <>
              <AlertDialog.Description className="mt-3 mb-2 text-sm text-ink-2">
                {t(preview.data.diff === "" ? "back.same" : "back.shows")}
              </AlertDialog.Description>
              {preview.data.diff === "" ? null : <FolderDiff change={preview.data} />}
            </>
          ) : preview.error ? null : (
            <p className="mt-3 text-sm text-ink-3" role="status">
              {t("looking")}
            </p>
          )}
          <div className="mt-5 flex justify-end gap-2">
            <AlertDialog.Close render={<Button look="quiet" />}>{t("cancel")}</AlertDialog.Close>
            <Button disabled={!preview.data || back.isPending} look="primary" onClick={() => back.mutate()}>
              {t("back.confirm")}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
