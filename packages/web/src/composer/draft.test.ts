// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from "vitest";
import { dropDraft, keepDraft, readDraft } from "./draft.ts";
import { readPrompts, rememberPrompt } from "./prompt-history.ts";

/** As if another tab had the same storage. */
function asTab<T>(name: string, work: () => T): T {
  const kept = { ...sessionStorage } as Record<string, string>;
  sessionStorage.clear();
  sessionStorage.setItem("skillmint-tab", name);
  try {
    return work();
  } finally {
    sessionStorage.clear();
    for (const [key, value] of Object.entries(kept)) sessionStorage.setItem(key, value);
  }
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe("drafts", () => {
  it("do not overwrite each other in two tabs", () => {
    asTab("a", () => keepDraft("new", "from a"));
    asTab("b", () => keepDraft("new", "from b", { mode: "plan" }));
    expect(asTab("a", () => readDraft("new").text)).toBe("from a");
    expect(asTab("b", () => readDraft("new"))).toEqual({ text: "from b", settings: { mode: "plan" } });
  });

  it("are found again by a new tab, the newest first", () => {
    asTab("a", () => keepDraft("new", "left behind"));
    expect(asTab("c", () => readDraft("new").text)).toBe("left behind");
    expect(asTab("c", () => readDraft("other").text)).toBe("");
  });

  it("are gone everywhere once sent, where the text is the same", () => {
    asTab("a", () => keepDraft("new", "same"));
    asTab("b", () => keepDraft("new", "different"));
    keepDraft("new", "same");
    dropDraft("new", "same");
    expect(readDraft("new").text).toBe("");
    expect(asTab("a", () => readDraft("new").text)).toBe("different");
    expect(asTab("b", () => readDraft("new").text)).toBe("different");
  });

  it("do not come back into a field that was emptied", () => {
    asTab("a", () => keepDraft("new", "elsewhere"));
    keepDraft("new", "x");
    keepDraft("new", "");
    expect(readDraft("new").text).toBe("");
  });

  it("stand up to what others wrote there", () => {
    localStorage.setItem("skillmint-draft:new:z", "{");
    expect(readDraft("new").text).toBe("");
  });
});

describe("prompts that were sent", () => {
  it("are bounded, each once, newest first", () => {
    for (let n = 0; n < 150; n++) rememberPrompt(`p${n}`);
    rememberPrompt("p140");
    rememberPrompt("x".repeat(20_001));
    rememberPrompt("  ");
    expect(readPrompts()).toHaveLength(100);
    expect(readPrompts().slice(0, 2)).toEqual(["p140", "p149"]);
    localStorage.setItem("skillmint-prompts", "nonsense");
    expect(readPrompts()).toEqual([]);
  });
});
