import type { ReactNode } from "react";

/** How full something is. */
export function BudgetBar({
  used,
  budget,
  label,
}: {
  used: number;
  budget: number;
  label: string;
}): ReactNode {
  const share = budget === 0 ? 0 : Math.min(1, used / budget);
  return (
    <div>
      <p className="mb-1.5 text-xs text-ink-2">{label}</p>
      <div
        aria-label={label}
        aria-valuemax={budget}
        aria-valuemin={0}
        aria-valuenow={Math.min(used, budget)}
        className="h-2 overflow-hidden rounded-sm bg-panel"
        role="meter"
      >
        <div
          className={`h-full ${share > 0.95 ? "bg-warn" : "bg-accent"}`}
          style={{ width: `${100 * share}%` }}
        />
      </div>
    </div>
  );
}
