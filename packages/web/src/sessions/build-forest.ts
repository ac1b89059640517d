import type { SessionRow } from "@skillmint/core/protocol/api";

/** A session of a list, with those below it that began as a copy of it. */
export interface SessionNode<T> {
  row: T;
  forks: SessionNode<T>[];
}

/**
 * Forks below what they are forks of. A tree stands where the first of its sessions stood in the list; what is a fork
 * of a session that is not in the list stands by itself.
 */
export function buildForest<T>(
  rows: readonly T[],
  sessionOf: (row: T) => Pick<SessionRow, "id" | "forkOf">,
): SessionNode<T>[] {
  const nodes = new Map<string, SessionNode<T>>(rows.map((row) => [sessionOf(row).id, { row, forks: [] }]));
  const originOf = ({ row }: SessionNode<T>): SessionNode<T> | undefined => {
    const { forkOf } = sessionOf(row);
    return forkOf === undefined ? undefined : nodes.get(forkOf);
  };
  const roots = new Set<SessionNode<T>>();
  for (const node of nodes.values()) {
    originOf(node)?.forks.push(node);
    let root = node;
    for (let above = originOf(node); above; above = originOf(above)) root = above;
    roots.add(root);
  }
  return [...roots];
}
