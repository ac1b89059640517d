import { describe, expect, it } from "vitest";
import { createHighlightQueue } from "./highlight-queue.ts";

const lines = (text: string) => [[{ text, light: "#000", dark: "#fff" }]];

describe("createHighlightQueue", () => {
  it("colours each text once, and none that nobody waits for", async () => {
    const asked: string[] = [];
    const highlight = createHighlightQueue(async () => async (text) => {
      asked.push(text);
      return lines(text);
    });
    const gone = new AbortController();
    const first = highlight("a", "ts");
    const second = highlight("b", "ts", gone.signal);
    gone.abort();
    expect([await first, await second, await highlight("a", "ts")]).toEqual([
      lines("a"),
      undefined,
      lines("a"),
    ]);
    expect(asked).toEqual(["a"]);
  });

  it("goes on after a failure", async () => {
    let tries = 0;
    const highlight = createHighlightQueue(async () => async (text) => {
      if (tries++ === 0) throw new Error("no network");
      return lines(text);
    });
    await expect(highlight("a", "ts")).rejects.toThrow("no network");
    expect(await highlight("b", "ts")).toEqual(lines("b"));
  });
});
