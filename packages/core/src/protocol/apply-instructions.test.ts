import { describe, expect, it } from "vitest";
import { viewOf } from "./view.fixture.ts";

describe("instructions of a view", () => {
  it("are the newest that were read, and want no reply", () => {
    const source = {
      path: "/w/AGENTS.md",
      kind: "instructions" as const,
      from: "project" as const,
      bytes: 3,
    };
    const view = viewOf(
      { type: "instructions.read", text: "one", sources: [source] },
      { type: "instructions.read", text: "two", sources: [{ ...source, cut: 2 }] },
    );
    expect(view.instructions).toEqual({ seq: 3, text: "two", sources: [{ ...source, cut: 2 }] });
    expect([view.lastInput, view.entries]).toEqual([0, []]);
  });
});
