import type { ReactNode } from "react";

const tones = { warn: "bg-warn-soft text-warn", bad: "bg-bad-soft text-bad" } as const;

/** Something that wants attention before anything is done. */
export function Notice({
  tone = "warn",
  children,
}: {
  tone?: keyof typeof tones;
  children: ReactNode;
}): ReactNode {
  return <div className={`rounded-md px-3 py-2 text-sm break-words ${tones[tone]}`}>{children}</div>;
}
