import { describe, expect, it } from "vitest";
import { buildTree, formatBytes, type TreeFolder } from "./build-tree.ts";

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

describe("formatBytes", () => {
  it.each([
    [0, "0 B"],
    [999, "999 B"],
    [1_200, "1.2 kB"],
    [45_600, "46 kB"],
    [3_400_000, "3.4 MB"],
  ])("%i is %s", (bytes, text) => expect(formatBytes(bytes)).toBe(text));
});
