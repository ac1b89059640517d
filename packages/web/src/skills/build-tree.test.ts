import { describe, expect, it } from "vitest";
import { buildTree, type TreeFolder } from "./build-tree.ts";

const outline = ({ folders, files }: TreeFolder): unknown[] => [
  ...folders.map((folder) => [folder.name, folder.path, outline(folder)]),
  ...files.map(({ name }) => name),
];

describe("buildTree", () => {
  it("puts files into their folders, folders first, by name", () => {
    const files = ["z.md", "scripts/run.sh", "scripts/deep/a.py", "a.md", "refs/b.md"].map((path) => ({
      path,
      type: "other" as const,
      bytes: 1,
    }));
    expect(outline(buildTree(files))).toEqual([
      ["refs", "refs", ["b.md"]],
      ["scripts", "scripts", [["deep", "scripts/deep", ["a.py"]], "run.sh"]],
      "a.md",
      "z.md",
    ]);
    expect(outline(buildTree([]))).toEqual([]);
  });
});
