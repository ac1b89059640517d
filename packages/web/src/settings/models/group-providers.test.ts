import { describe, expect, it } from "vitest";
import { groupProviders, serves, usableModels } from "./group-providers.ts";

const openai = { id: "openai", label: "OpenAI", models: ["gpt", "mini"], defaultModel: "gpt", local: false };
const keyed = { ...openai, id: "mine", label: "Mine", key: "file" as const };
const ollama = { id: "ollama", label: "Ollama", models: [], local: true };
const demo = { id: "demo", label: "Demo", models: [], defaultModel: "demo", local: false };
const all = [openai, keyed, ollama, demo];

describe("providers", () => {
  it("are grouped by whether they can be used", () => {
    const groups = groupProviders(all, "").map(([group, rows]) => [group, rows.map(({ id }) => id)]);
    expect(groups).toEqual([
      ["ready", ["mine"]],
      ["local", ["ollama", "demo"]],
      ["more", ["openai"]],
    ]);
  });

  it("are found by id and label, in any case; empty groups are left out", () => {
    expect(groupProviders(all, " OPENAI ")).toEqual([["more", [openai]]]);
    expect(groupProviders(all, "nobody")).toEqual([]);
  });

  it("offer models only where they could answer, the default first and once", () => {
    expect(usableModels(all)).toEqual(["mine/gpt", "mine/mini", "demo/demo"]);
  });

  it("serve what begins with their whole name", () => {
    expect(serves(openai, "openai/gpt")).toBe(true);
    expect(serves({ id: "open" }, "openai/gpt")).toBe(false);
    expect(serves(openai, undefined)).toBe(false);
  });
});
