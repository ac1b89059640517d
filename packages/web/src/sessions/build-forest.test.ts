import type { SessionId } from "@skillmint/core/protocol";
import { describe, expect, it } from "vitest";
import { buildForest, type SessionNode } from "./build-forest.ts";

interface Row {
  id: SessionId;
  forkOf?: SessionId;
}

const outline = ({ row, forks }: SessionNode<Row>): unknown =>
  forks.length === 0 ? row.id : [row.id, ...forks.map(outline)];
const forestOf = (rows: readonly Row[]): unknown[] => buildForest(rows, (row) => row).map(outline);

describe("buildForest", () => {
  it("puts forks below their origin, and the tree where its first session was", () => {
    const rows: Row[] = [
      { id: "ses_deep", forkOf: "ses_fork" },
      { id: "ses_other" },
      { id: "ses_fork", forkOf: "ses_origin" },
      { id: "ses_second", forkOf: "ses_origin" },
      { id: "ses_origin" },
    ];
    expect(forestOf(rows)).toEqual([["ses_origin", ["ses_fork", "ses_deep"], "ses_second"], "ses_other"]);
  });

  it("leaves a fork by itself where its origin is not in the list", () => {
    expect(forestOf([{ id: "ses_a", forkOf: "ses_gone" }, { id: "ses_b" }])).toEqual(["ses_a", "ses_b"]);
    expect(forestOf([])).toEqual([]);
  });
});
