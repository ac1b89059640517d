import { Dialog } from "@base-ui/react/dialog";
import { packedSkill, packsApi, type SkillPage } from "@skillmint/core/protocol/api";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useServices } from "../app/services.tsx";
import { dialogBackdrop } from "../skills/dialog-look.ts";
import { usePlace } from "../skills/use-place.ts";
import { useWords } from "../text/use-words.tsx";
import { PackForm, type PackWish } from "./pack-form.tsx";
import { PackedView } from "./packed-view.tsx";
import { packTexts } from "./pack-texts.ts";
import { useJob } from "./use-job.ts";

const popup =
  "fixed top-1/2 left-1/2 z-50 flex max-h-[min(92dvh,56rem)] w-[min(56rem,calc(100vw-1.5rem))] -translate-x-1/2 -translate-y-1/2 flex-col overflow-hidden rounded-lg border border-line bg-raised shadow-lg outline-none";

interface PackDialogProps {
  skill: SkillPage;
  onClose(): void;
}

/** Makes a pack of a skill. Passphrases that are typed here are sent, and gone with the dialog. */
export function PackDialog({ skill, onClose }: PackDialogProps): ReactNode {
  const t = useWords(packTexts);
  const { client } = useServices();
  const { place } = usePlace();
  const work = useJob(packedSkill, (wish: PackWish) =>
    client.call(packsApi.packSkill, { body: { ...place, skill: skill.id, ...wish } }),
  );
  return (
    <Dialog.Root onOpenChange={(open) => (open ? undefined : onClose())} open>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogBackdrop} />
        <Dialog.Popup className={popup}>
          <header className="flex items-start gap-3 border-b border-line px-5 py-3">
            <div className="min-w-0 flex-1">
              <Dialog.Title className="font-semibold break-words">
                {t("pack.title", { name: skill.name })}
              </Dialog.Title>
              <Dialog.Description className="text-sm text-ink-3">{t("pack.lead")}</Dialog.Description>
            </div>
            <Dialog.Close
              aria-label={t("close")}
              className="flex size-8 shrink-0 items-center justify-center rounded-md text-ink-3 hover:bg-panel hover:text-ink"
            >
              <X aria-hidden size={16} />
            </Dialog.Close>
          </header>
          {work.data ? (
            <PackedView onClose={onClose} packed={work.data} />
          ) : (
            <PackForm onClose={onClose} skill={skill} work={work} />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
