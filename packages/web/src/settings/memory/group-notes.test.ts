import { describe, expect, it } from "vitest";
import { groupNotes, noteQuery } from "./group-notes.ts";

const note = (scope: "skill" | "project" | "user" | "agent", key: string, modifiedAt: number) => ({
  scope,
  key,
  path: `/${scope}/${key}`,
  bytes: 1,
  modifiedAt,
});

describe("notes", () => {
  it("are grouped by whose they are, the person's first, the newest first", () => {
    const groups = groupNotes([
      { ...note("skill", "a", 1), skill: "z" },
      { ...note("skill", "b", 2), skill: "y" },
      note("user", "old", 1),
      note("user", "new", 2),
    ]);
    expect(groups.map(({ scope, name, notes }) => [scope, name, notes.map(({ key }) => key)])).toEqual([
      ["user", "", ["new", "old"]],
      ["skill", "y", ["b"]],
      ["skill", "z", ["a"]],
    ]);
  });

  it("are asked for by all that tells them apart", () => {
    expect(noteQuery({ ...note("agent", "k", 1), agent: "explore" }, "/work")).toEqual({
      scope: "agent",
      agent: "explore",
      folder: "/work",
    });
    expect(noteQuery(note("user", "k", 1), undefined)).toEqual({ scope: "user" });
  });
});
