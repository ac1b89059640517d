import { Dialog } from "@base-ui/react/dialog";
import { packDownloads, type SkillPage } from "@skillmint/core/protocol/api";
import { useMutation } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useServices } from "../app/services.tsx";
import { Button } from "../design/button.tsx";
import { saveFile } from "../design/save-file.ts";
import { dialogBackdrop, dialogPopup } from "../skills/dialog-look.ts";
import { Failed } from "../skills/page-state.tsx";
import { usePlace } from "../skills/use-place.ts";
import { useWordError } from "../text/use-word-error.ts";
import { useWords } from "../text/use-words.tsx";
import { packTexts } from "./pack-texts.ts";
import { RadioGroup } from "./radio-group.tsx";

interface ExportDialogProps {
  skill: SkillPage;
  onClose(): void;
}

/** A skill as a zip for other programs. */
export function ExportDialog({ skill, onClose }: ExportDialogProps): ReactNode {
  const t = useWords(packTexts);
  const wordError = useWordError();
  const { client } = useServices();
  const { place } = usePlace();
  const [as, setAs] = useState<"plain" | "plugin">("plain");
  const save = useMutation({
    mutationFn: async () => {
      const query = new URLSearchParams({ ...place, skill: skill.id, as });
      const reply = await client.open(`${packDownloads.export}?${query}`);
      saveFile(await reply.blob(), `${skill.slug}.zip`);
    },
    onSuccess: onClose,
  });
  const { error } = save;
  return (
    <Dialog.Root onOpenChange={(open) => (open ? undefined : onClose())} open>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogBackdrop} />
        <Dialog.Popup className={dialogPopup}>
          <Dialog.Title className="font-semibold break-words">
            {t("export.title", { name: skill.name })}
          </Dialog.Title>
          <Dialog.Description className="mt-0.5 mb-4 text-sm text-ink-3">
            {t("export.lead")}
          </Dialog.Description>
          <RadioGroup
            label={t("export.as")}
            onChange={setAs}
            options={(["plain", "plugin"] as const).map((value) => ({
              value,
              title: t(`export.${value}`),
              text: t(`export.${value}Text`),
            }))}
            value={as}
          />
          {error ? (
            <Failed
              message={t("export.failed", {
                message: wordError(error),
              })}
            />
          ) : null}
          <div className="mt-5 flex justify-end gap-2">
            <Dialog.Close render={<Button look="quiet" />}>{t("cancel")}</Dialog.Close>
            <Button disabled={save.isPending} look="primary" onClick={() => save.mutate()}>
              {t(save.isPending ? "export.working" : "export.do")}
            </Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
