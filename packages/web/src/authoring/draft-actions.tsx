import { authoringApi, type DraftPage } from "@skillmint/core/protocol/api";
import { useMutation } from "@tanstack/react-query";
import { Check, Trash2 } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useLocation } from "wouter";
import { useServices } from "../app/services.tsx";
import { Button } from "../design/button.tsx";
import { ConfirmDialog } from "../design/confirm-dialog.tsx";
import { Failed } from "../skills/page-state.tsx";
import { addressOfSkill } from "../skills/skill-address.ts";
import { usePlace } from "../skills/use-place.ts";
import { useRefreshSkills } from "../skills/use-skills.ts";
import { useWordError } from "../text/use-word-error.ts";
import { useWords } from "../text/use-words.tsx";
import { draftTexts } from "./draft-texts.ts";
import { useRefreshDrafts } from "./use-drafts.ts";

/** Takes a draft, exactly as it is shown, or drops it. */
export function DraftActions({ draft }: { draft: DraftPage }): ReactNode {
  const t = useWords(draftTexts);
  const wordError = useWordError();
  const { client } = useServices();
  const { place, to } = usePlace();
  const [, go] = useLocation();
  const [isDiscarding, setDiscarding] = useState(false);
  const refreshDrafts = useRefreshDrafts();
  const refreshSkills = useRefreshSkills();
  const { id, digest, check, target } = draft;
  const leave = (address: string): void => {
    go(to(address), { replace: true });
    void refreshDrafts();
    void refreshSkills();
  };
  const apply = useMutation({
    mutationFn: () => client.call(authoringApi.applyDraft, { params: { id }, body: { ...place, digest } }),
    onSuccess: ({ skillId }) => leave(addressOfSkill(skillId)),
  });
  const discard = useMutation({
    mutationFn: () => client.call(authoringApi.discardDraft, { params: { id } }),
    onSuccess: () => leave("/skills/drafts"),
  });
  const error = apply.error ?? discard.error;
  const isInvalid = target.isNew && check.errors.length > 0;
  return (
    <>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <Button
          disabled={isInvalid || apply.isPending || discard.isPending}
          look="primary"
          onClick={() => apply.mutate()}
        >
          <Check aria-hidden size={14} />
          {t(target.isNew ? "apply.new" : "apply.change")}
        </Button>
        <Button disabled={apply.isPending} look="danger" onClick={() => setDiscarding(true)}>
          <Trash2 aria-hidden size={14} />
          {t("discard")}
        </Button>
        {isInvalid ? <p className="text-sm text-bad">{t("apply.invalid")}</p> : null}
      </div>
      {error ? <Failed message={t("apply.failed", { message: wordError(error) })} /> : null}
      <ConfirmDialog
        cancel={t("cancel")}
        confirm={t("discard")}
        isOpen={isDiscarding}
        onClose={() => setDiscarding(false)}
        onConfirm={() => discard.mutate()}
        question={t("discard.sure")}
      />
    </>
  );
}
