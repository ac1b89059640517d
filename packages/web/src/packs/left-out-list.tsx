import type { ReactNode } from "react";

interface LeftOutListProps {
  title: string;
  items: readonly { path: string; reason?: string }[];
}

/** What did not go in, and why, for those who want to know. */
export function LeftOutList({ title, items }: LeftOutListProps): ReactNode {
  if (items.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="cursor-pointer text-ink-3 hover:text-ink">{title}</summary>
      <ul className="mt-1.5 max-h-60 space-y-0.5 overflow-y-auto border-l-2 border-line pl-3">
        {items.map(({ path, reason }) => (
          <li className="break-words" key={path}>
            <code className="font-mono text-xs break-all">{path}</code>
            {reason === undefined ? null : <span className="ml-2 text-xs text-ink-3">{reason}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
