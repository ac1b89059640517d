import { Trash2 } from "lucide-react";
import type { ReactNode } from "react";

interface RemoveButtonProps {
  /** Says what of: screen readers hear it out of its row. */
  label: string;
  title: string;
  isDisabled?: boolean;
  onRemove(): void;
}

/** At the end of a row: takes it out. */
export function RemoveButton({ label, title, isDisabled = false, onRemove }: RemoveButtonProps): ReactNode {
  return (
    <button
      aria-label={label}
      className="flex size-8 shrink-0 items-center justify-center rounded-md text-ink-3 hover:bg-bad-soft hover:text-bad disabled:opacity-50"
      disabled={isDisabled}
      onClick={onRemove}
      title={title}
      type="button"
    >
      <Trash2 aria-hidden size={15} />
    </button>
  );
}
