import { AlertDialog } from "@base-ui/react/alert-dialog";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";

interface ConfirmProps {
  isOpen: boolean;
  question: string;
  confirm: string;
  cancel: string;
  onConfirm(): void;
  onClose(): void;
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({
  isOpen,
  question,
  confirm,
  cancel,
  onConfirm,
  onClose,
}: ConfirmProps): ReactNode {
  return (
    <AlertDialog.Root onOpenChange={(open) => (open ? undefined : onClose())} open={isOpen}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 bg-black/40" />
        <AlertDialog.Popup className="fixed top-1/2 left-1/2 w-[min(26rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 rounded-lg border border-line bg-raised p-5 shadow-lg outline-none">
          <AlertDialog.Title className="font-medium">{question}</AlertDialog.Title>
          <div className="mt-5 flex justify-end gap-2">
            <AlertDialog.Close render={<Button look="quiet" />}>{cancel}</AlertDialog.Close>
            <AlertDialog.Close render={<Button look="danger" onClick={onConfirm} />}>
              {confirm}
            </AlertDialog.Close>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
