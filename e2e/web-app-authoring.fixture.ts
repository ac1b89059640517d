import type { Locator, Page } from "playwright-core";
import type { NormalRequest, Turn } from "../packages/core/src/testing/index.ts";
import { gone, seen } from "./web-app-steps.fixture.ts";

const skillPath = "skills/minutes/SKILL.md";

/** A skill for minutes of meetings; whoever has it says its mark. */
export function writeMinutes(mark: string): string {
  return `---\nname: minutes\ndescription: Turns notes of a meeting into minutes. Use when somebody pastes notes.\n---\n\n# Minutes\n\nList decisions first, then open points. Head them ${mark}.\n`;
}

const evaluation = {
  scores: { clarity: 5, completeness: 3, usability: 4, accuracy: 4, efficiency: 2 },
  issues: [
    {
      severity: "minor",
      criterion: "efficiency",
      description: "The head is said twice.",
      location: "SKILL.md:8",
    },
    { severity: "critical", criterion: "completeness", description: "It has no example." },
  ],
  recommendations: [{ priority: "high", action: "Add an example", details: "One of ten lines is enough." }],
  summary: "Short and clear, but without an example.",
};

/** The one who writes skills, by what it is asked for; and whoever works with them. */
export function playAuthor({ system, messages, last, results }: NormalRequest): Turn {
  if (!system.includes("Skill Sub-Agent"))
    return {
      text: /MARK-\w+/.exec(JSON.stringify([system, messages]))?.[0] ?? "plain notes",
      usage: { input: 90, output: 10 },
    };
  if (last.startsWith("Evaluate the skill")) return JSON.stringify(evaluation);
  const isRefine = last.startsWith("The person looked");
  const isEnhance = last.startsWith("Analyse the conversation");
  const mark = isRefine ? "MARK-short" : isEnhance ? "MARK-better" : "MARK-first";
  if (results.length === 0 && (isRefine || isEnhance))
    return { calls: [{ name: "Read", input: { path: skillPath } }] };
  if (results[0]?.name !== "Write")
    return { calls: [{ name: "Write", input: { path: skillPath, content: writeMinutes(mark) } }] };
  const action = isEnhance ? "enhanced" : "created";
  return JSON.stringify({ action, skillName: "minutes", message: `The minutes are headed ${mark} now.` });
}

/** A file of evals whose cases hold where the skill's mark is said. */
export function writeEvals(mark: string, count = 3): string {
  const cases = Array.from({ length: count }, (_, index) => ({
    id: `notes-${index + 1}`,
    prompt: `Make minutes of meeting ${index + 1}`,
    expectations: [{ text: `It is headed ${mark}`, type: "contains", value: mark }],
  }));
  return JSON.stringify({ skill_name: "minutes", evals: cases }, undefined, 2);
}

/** What a person does with skills in the web app, step by step. */
export function authorOf(page: Page) {
  const button = (name: string | RegExp): Locator => page.getByRole("button", { name });
  const heading = (name: string | RegExp): Locator => page.getByRole("heading", { name });
  const runTests = (): Promise<void> => button(/^Run (the tests|again)$/).click();
  return {
    heading,
    diff: (): Locator => page.getByRole("group", { name: "Changes" }),
    /** A part of the page by its heading. */
    part: (name: string): Locator =>
      page.locator("section").filter({ has: page.getByRole("heading", { name, exact: true }) }),
    /** From the list of skills to a draft. */
    async create(description: string): Promise<void> {
      await page.getByRole("link", { name: "Create with help" }).click();
      await page.getByLabel("What should it do?").fill(description);
      await button("Write a draft").click();
      await page.waitForURL(/\/skills\/drafts\/drf_/);
      await seen(page.getByText("Draft of a new skill"));
    },
    async refine(text: string): Promise<void> {
      await page.getByLabel("What should be different?").fill(text);
      await button("Change the draft").click();
    },
    /** Makes a skill of the draft that is shown. */
    async apply(): Promise<void> {
      await button(/^(Create the skill|Apply the change)$/).click();
      await seen(page.getByRole("navigation", { name: "About this skill" }));
    },
    async openTab(name: string): Promise<void> {
      const tabs = page.getByRole("navigation", { name: "About this skill" });
      await tabs.getByRole("link", { name, exact: true }).click();
    },
    /** In a page that has no tests, or no evals, yet. */
    async writeFirst(content: string): Promise<void> {
      await page.getByLabel("Content").fill(content);
      await button("Save").click();
      await gone(page.getByLabel("Content"));
    },
    runTests,
    /** With a model, whose replies are kept. */
    async record(): Promise<void> {
      await page.getByLabel("With a model").check();
      await page.getByLabel("Record what is missing or has changed").check();
      await runTests();
      await seen(page.getByText(/^recorded · /));
    },
    /** Without a model. */
    async replay(): Promise<void> {
      await page.getByLabel("With a model").uncheck();
      await runTests();
      await seen(page.getByText(/^from a recording · /));
    },
    async measure(runs: number): Promise<void> {
      await page.getByLabel("Runs per case").fill(String(runs));
      await button(/^Measure( again)?$/).click();
      await seen(heading(/^Result of/));
    },
    /** What is shown of each arm: its name, and the share of expectations that it met. */
    async arms(): Promise<string[][]> {
      const rows = await page.getByRole("list", { name: "Expectations met" }).getByRole("listitem").all();
      return Promise.all(
        rows.map((row) => row.locator("> span:first-child, [aria-hidden]:not(svg)").allInnerTexts()),
      );
    },
    /** From a conversation that is pasted to a draft. */
    async improve(conversation: string): Promise<void> {
      await button("A pasted conversation").click();
      await page.getByLabel("Conversation", { exact: true }).fill(conversation);
      await button("Draft an improvement").click();
    },
    async rollBack(version: number): Promise<void> {
      const row = page.getByRole("listitem").filter({ hasText: `Version ${version}` });
      await row.getByRole("button", { name: "Go back to this" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Go back", exact: true }).click();
      await seen(page.getByText(`is what it was in version ${version} again`));
    },
  };
}
