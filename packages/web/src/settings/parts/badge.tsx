import type { ReactNode } from "react";

const tones = {
  plain: "bg-panel text-ink-2",
  accent: "bg-accent-soft text-accent-strong",
  warn: "bg-warn-soft text-warn",
  bad: "bg-bad-soft text-bad",
} as const;

/** A word about the thing beside it. */
export function Badge({
  tone = "plain",
  children,
}: {
  tone?: keyof typeof tones;
  children: ReactNode;
}): ReactNode {
  return (
    <span className={`shrink-0 rounded-sm px-1.5 py-px text-xs whitespace-nowrap ${tones[tone]}`}>
      {children}
    </span>
  );
}
