import { ChevronRight, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface CardHeadProps {
  isOpen: boolean;
  onToggle(): void;
  icon: LucideIcon;
  /** How the icon looks: its colour, and whether it moves. */
  iconLook: string;
  name: string;
  /** What it is about, and how it stands. */
  children: ReactNode;
}

/** The one line of a card that opens it. */
export function CardHead({
  isOpen,
  onToggle,
  icon: Icon,
  iconLook,
  name,
  children,
}: CardHeadProps): ReactNode {
  return (
    <button
      aria-expanded={isOpen}
      className="flex w-full items-center gap-2 rounded-md py-1 pr-2 text-left text-sm hover:bg-panel"
      onClick={onToggle}
      type="button"
    >
      <ChevronRight
        aria-hidden
        className={`shrink-0 text-ink-3 transition-transform ${isOpen ? "rotate-90" : ""}`}
        size={14}
      />
      <Icon aria-hidden className={`shrink-0 ${iconLook}`} size={15} />
      <span className="shrink-0 font-medium">{name}</span>
      {children}
    </button>
  );
}
