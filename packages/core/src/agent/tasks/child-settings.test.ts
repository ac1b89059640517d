import { expect, it } from "vitest";
import type { SessionSettings } from "../../protocol/index.ts";
import type { AgentType } from "./agent-type.ts";
import { childSettings } from "./child-settings.ts";

const settings: SessionSettings = {
  model: "a/b",
  mode: "default",
  rules: { allow: [], ask: [], deny: ["Read(x)"] },
  skills: ["user:own"],
  limits: { iterations: 3 },
};
const parent = { settings, folder: "/work" };
const type: AgentType = {
  name: "scribe",
  description: "Writes.",
  prompt: "You write.",
  tools: ["Read"],
  disallowedTools: ["Bash"],
  model: "c/d",
  iterations: 7,
  mode: "plan",
  skills: ["style"],
  memory: "user",
};

it("are those of the parent and of its kind, without the parent's skills and limits", () => {
  expect(childSettings(parent, type)).toEqual({
    model: "a/b",
    mode: "default",
    rules: settings.rules,
    modelWish: "c/d",
    skills: ["style"],
    agent: {
      type: "scribe",
      prompt: "You write.",
      tools: ["Read", "Memory"],
      disallowedTools: ["Bash"],
      mode: "plan",
      iterations: 7,
      memory: { scope: "user", folder: "/work" },
    },
  });
});

it("let a call choose tools and model, and a skill come first", () => {
  const wish = { tools: ["Grep"], model: "e/f", skills: ["user:fork"] };
  expect(childSettings(parent, type, wish)).toMatchObject({
    modelWish: "e/f",
    skills: ["user:fork", "style"],
    agent: { tools: ["Grep", "Memory"] },
  });
  expect(childSettings(parent, type, { model: "inherit" })).not.toHaveProperty("modelWish");
  expect(childSettings(parent, { name: "plain", description: "" })).not.toHaveProperty("skills");
});
