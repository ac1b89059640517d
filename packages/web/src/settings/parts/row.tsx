import type { ReactNode } from "react";

interface RowProps {
  /** Before the text: a badge. */
  lead?: ReactNode;
  text: string;
  /** A line about it. */
  note?: string | undefined;
  /** At the end: what can be done with it. */
  action?: ReactNode;
}

/** A line of a list: something technical, and what is to be known about it. */
export function Row({ lead, text, note, action }: RowProps): ReactNode {
  return (
    <li className="flex items-baseline gap-3 border-b border-line py-1.5 last:border-b-0">
      {lead === undefined ? null : <span className="w-14 shrink-0">{lead}</span>}
      <span className="min-w-0 flex-1">
        <code className="block font-mono text-sm break-all">{text}</code>
        {note === undefined ? null : <span className="block text-xs break-all text-ink-3">{note}</span>}
      </span>
      <span className="self-center">{action}</span>
    </li>
  );
}
