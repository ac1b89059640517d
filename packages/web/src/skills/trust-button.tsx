import { AlertDialog } from "@base-ui/react/alert-dialog";
import { trustApi } from "@skillmint/core/protocol/api";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useServices } from "../app/services.tsx";
import { Button } from "../design/button.tsx";
import { useWordError } from "../text/use-word-error.ts";
import { useWords } from "../text/use-words.tsx";
import { dialogBackdrop, dialogPopup } from "./dialog-look.ts";
import { Failed } from "./page-state.tsx";
import { skillsTexts } from "./skills-texts.ts";
import { usePlace } from "./use-place.ts";
import { useRefreshSkills } from "./use-skills.ts";

/** The way on for a skill of a folder that nobody trusts: says what trusting turns on, and asks. */
export function TrustButton(): ReactNode {
  const t = useWords(skillsTexts);
  const wordError = useWordError();
  const { client } = useServices();
  const { place } = usePlace();
  const refresh = useRefreshSkills();
  const [isOpen, setOpen] = useState(false);
  const { data, error } = useQuery({
    queryKey: ["trust", place],
    enabled: isOpen,
    queryFn: ({ signal }) => client.call(trustApi.getTrust, { query: place }, signal),
    retry: false,
  });
  const trust = useMutation({
    mutationFn: (folder: string) => client.call(trustApi.trustFolder, { body: { folder } }),
    onSuccess: async () => {
      setOpen(false);
      await refresh();
    },
  });
  const failed = error ?? trust.error;
  return (
    <AlertDialog.Root onOpenChange={setOpen} open={isOpen}>
      <AlertDialog.Trigger render={<Button />}>{t("trust")}</AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialogBackdrop} />
        <AlertDialog.Popup className={dialogPopup}>
          <AlertDialog.Title className="font-medium break-words">
            {t("trust.sure", { folder: data?.folder ?? place.folder ?? "…" })}
          </AlertDialog.Title>
          <AlertDialog.Description className="mt-3 text-sm text-ink-2">
            {t(data?.ignored.length === 0 ? "trust.nothing" : "trust.explain")}
          </AlertDialog.Description>
          <ul className="mt-2 space-y-0.5 font-mono text-xs break-all text-ink-2">
            {data?.ignored.map((path) => (
              <li key={path}>{path}</li>
            ))}
          </ul>
          {failed ? <Failed message={t("actionFailed", { message: wordError(failed) })} /> : null}
          <div className="mt-5 flex justify-end gap-2">
            <AlertDialog.Close render={<Button look="quiet" />}>{t("cancel")}</AlertDialog.Close>
            <Button
              disabled={!data || trust.isPending}
              look="primary"
              onClick={() => (data ? trust.mutate(data.folder) : undefined)}
            >
              {t("trust.confirm")}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
