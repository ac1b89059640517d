import type { SessionRow } from "@skillmint/core/protocol/api";
import type { ReactNode } from "react";
import type { SessionNode } from "./build-forest.ts";
import { SessionLine } from "./session-row.tsx";

/** What is shown of a session; `snippet`: what was found in it. */
export interface ShownSession {
  session: SessionRow;
  snippet?: string;
}

/** From here on forks stand below each other: a narrow page has no room for more. */
const maxIndent = 6;

/** Sessions, with the forks of each below it, joined by lines. */
export function SessionTree({
  nodes,
  depth = 0,
}: {
  nodes: readonly SessionNode<ShownSession>[];
  depth?: number;
}): ReactNode {
  const isIndented = depth > 0 && depth <= maxIndent;
  return (
    <ul className={isIndented ? "ml-4 border-l border-line" : ""}>
      {nodes.map(({ row, forks }) => (
        <li
          className={
            depth === 0
              ? ""
              : "relative before:absolute before:top-5 before:w-2.5 before:border-t before:border-line"
          }
          key={row.session.id}
        >
          <SessionLine {...row} />
          {forks.length === 0 ? null : <SessionTree depth={depth + 1} nodes={forks} />}
        </li>
      ))}
    </ul>
  );
}
