import { ChevronRight } from "lucide-react";
import { useId, useState, type ReactNode } from "react";

interface OpeningRowProps {
  /** What is named by it. */
  name: string;
  /** What the button does, for screen readers; without it what it shows. */
  label?: string;
  /** What the row shows, from left to right. */
  head: ReactNode;
  /** Beside the button: what can be done with it. */
  action?: ReactNode;
  isDisabled?: boolean;
  /** Where somebody else decides which one is open. */
  isOpen?: boolean;
  onToggle?(): void;
  /** What was typed there stays when it is closed. */
  isKept?: boolean;
  children: ReactNode;
}

/** A line of a list that opens to more about it. */
export function OpeningRow({ name, label, head, action, children, ...state }: OpeningRowProps): ReactNode {
  const id = useId();
  const [isOwnOpen, setOwnOpen] = useState(false);
  const isOpen = state.isOpen ?? isOwnOpen;
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return (
    <div>
      <div className="-mx-3 flex items-center gap-1 rounded-md pr-1 hover:bg-panel">
        <button
          aria-controls={id}
          aria-expanded={isOpen}
          aria-label={label}
          className="flex min-w-0 flex-1 items-center gap-2 rounded-md py-1.5 pr-2 pl-3 text-left"
          disabled={state.isDisabled}
          onClick={state.onToggle ?? (() => setOwnOpen(!isOpen))}
          type="button"
        >
          <ChevronRight
            aria-hidden
            className={`shrink-0 text-ink-3 transition-transform ${isOpen ? "rotate-90" : ""} ${state.isDisabled ? "invisible" : ""}`}
            size={15}
          />
          {head}
        </button>
        {action}
      </div>
      <div
        aria-label={name}
        className="mt-1 mb-4 ml-[7px] border-l border-line pl-4"
        hidden={!isOpen}
        id={id}
        role="group"
      >
        {isOpen || (wasOpen && state.isKept) ? children : null}
      </div>
    </div>
  );
}
