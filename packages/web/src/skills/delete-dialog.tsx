import { AlertDialog } from "@base-ui/react/alert-dialog";
import { skillsApi, type SkillPage } from "@skillmint/core/protocol/api";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { useServices } from "../app/services.tsx";
import { Button } from "../design/button.tsx";
import { useWordError } from "../text/use-word-error.ts";
import { useWords } from "../text/use-words.tsx";
import { dialogBackdrop, dialogPopup } from "./dialog-look.ts";
import { Failed } from "./page-state.tsx";
import { skillsTexts } from "./skills-texts.ts";
import { usePlace } from "./use-place.ts";
import { useRefreshSkills } from "./use-skills.ts";

interface DialogProps {
  skill: SkillPage;
  isOpen: boolean;
  onClose(): void;
}

/** Shows what deleting a skill takes away, and does it when that is wanted. */
export function DeleteDialog({ skill, isOpen, onClose }: DialogProps): ReactNode {
  const t = useWords(skillsTexts);
  const wordError = useWordError();
  const { client } = useServices();
  const { place, to } = usePlace();
  const [, go] = useLocation();
  const refresh = useRefreshSkills();
  const call = { params: { id: skill.id }, query: place };
  const preview = useQuery({
    queryKey: ["skill-deletion", place, skill.id],
    enabled: isOpen,
    queryFn: ({ signal }) => client.call(skillsApi.previewSkillDeletion, call, signal),
    retry: false,
    gcTime: 0,
  });
  const remove = useMutation({
    mutationFn: () => client.call(skillsApi.deleteSkill, call),
    onSuccess: () => {
      go(to("/skills"), { replace: true });
      void refresh();
    },
  });
  const failed = remove.error ?? preview.error;
  const files = skill.files.length + skill.moreFiles + 1;
  return (
    <AlertDialog.Root onOpenChange={(open) => (open ? undefined : onClose())} open={isOpen}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialogBackdrop} />
        <AlertDialog.Popup className={dialogPopup}>
          <AlertDialog.Title className="font-medium">
            {t("delete.sure", { name: skill.name })}
          </AlertDialog.Title>
          {failed ? <Failed message={t("actionFailed", { message: wordError(failed) })} /> : null}
          {preview.data ? (
            <>
              <AlertDialog.Description className="mt-3 text-sm text-ink-2">
                {preview.data.unlinked ? t("delete.link") : t("delete.folder", { count: files })}
              </AlertDialog.Description>
              <p className="mt-2 rounded-md bg-panel px-3 py-2 font-mono text-xs break-all">
                {preview.data.path}
              </p>
            </>
          ) : preview.error ? null : (
            <p className="mt-3 text-sm text-ink-3" role="status">
              {t("delete.looking")}
            </p>
          )}
          <div className="mt-5 flex justify-end gap-2">
            <AlertDialog.Close render={<Button look="quiet" />}>{t("cancel")}</AlertDialog.Close>
            <Button
              disabled={!preview.data || remove.isPending}
              look="danger"
              onClick={() => remove.mutate()}
            >
              {t("delete")}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
