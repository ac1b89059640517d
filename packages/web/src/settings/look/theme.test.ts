// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from "vitest";
import { applyTheme, keepTheme, readTheme, watchTheme, type Theme } from "./theme.ts";

const shown = (): string | undefined => document.documentElement.dataset["theme"];

describe("the theme", () => {
  beforeEach(() => {
    localStorage.clear();
    applyTheme("system");
  });

  it("follows the system until one is chosen, and is the same at the next visit", () => {
    expect(readTheme()).toBe("system");
    expect(shown()).toBeUndefined();
    expect(keepTheme("dark")).toBe(true);
    expect(shown()).toBe("dark");
    applyTheme("system");
    applyTheme(readTheme());
    expect(shown()).toBe("dark");
    keepTheme("system");
    expect(shown()).toBeUndefined();
  });

  it("is the system's where something else was kept", () => {
    localStorage.setItem("skillmint-theme", "sepia");
    expect(readTheme()).toBe("system");
  });

  it("is told of when another tab chooses", () => {
    const seen: Theme[] = [];
    const end = watchTheme((theme) => seen.push(theme));
    localStorage.setItem("skillmint-theme", "light");
    dispatchEvent(new StorageEvent("storage", { key: "skillmint-theme" }));
    dispatchEvent(new StorageEvent("storage", { key: "another" }));
    end();
    dispatchEvent(new StorageEvent("storage", { key: "skillmint-theme" }));
    expect(seen).toEqual(["light"]);
  });
});
