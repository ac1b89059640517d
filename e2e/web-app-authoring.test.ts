import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findTestChromium } from "../packages/core/src/browser/chromium.fixture.ts";
import { authorOf, playAuthor, writeEvals } from "./web-app-authoring.fixture.ts";
import { checkAccess, say, seen, transcriptOf } from "./web-app-steps.fixture.ts";
import { useWebApp } from "./web-app.fixture.ts";

const chromium = await findTestChromium();
const app = useWebApp(chromium);
const readSkill = (): Promise<string> =>
  readFile(join(app.stage.temp.home, ".skillmint/skills/minutes/SKILL.md"), "utf8");

/** A conversation that teaches something new: there is no skill to change yet. */
const newSkill = (last: string): string =>
  last.startsWith("Analyse the conversation") ? "Create a skill" : last;

describe.skipIf(!chromium)("a skill's life in the web app", { timeout: 120_000 }, () => {
  it("is created with help, tested, measured, improved and brought back", async () => {
    const served = await app.serve(playAuthor);
    const page = await app.open(served, { path: "/skills" });
    const author = authorOf(page);
    await author.create("Make minutes of meetings from notes");
    await seen(author.diff().getByText("MARK-first"));
    await author.refine("make it shorter");
    await seen(author.diff().getByText("MARK-short"));
    await seen(page.getByText("Nothing to complain about"));
    await app.shot(page, "authoring-draft");
    await checkAccess(page, "draft");
    await author.apply();
    expect(await readSkill()).toContain("MARK-short");

    await author.openTab("Evaluation");
    await page.getByRole("button", { name: "Evaluate" }).click();
    await seen(page.getByText("3.6 of 5"));
    await seen(page.getByText("It has no example."));
    await app.shot(page, "authoring-evaluation");
    await checkAccess(page, "evaluation");

    await author.openTab("Tests");
    await checkAccess(page, "no tests");
    await author.writeFirst(
      `[{ "name": "heads", "prompt": "minutes", "expect": { "text": "MARK-short" } },\n{ "name": "better", "prompt": "minutes", "expect": { "text": "MARK-better" } }]`,
    );
    await author.runTests();
    await seen(page.getByText("1 passed, 1 failed, 0 skipped, 0 updated"));
    await seen(page.getByText(/tests\/first\.jsonc, line 2/));
    await app.shot(page, "authoring-tests");
    await checkAccess(page, "tests");

    await author.openTab("Evals");
    await author.writeFirst(writeEvals("MARK-better"));
    await author.measure(1);
    await seen(page.getByText("0 %").first());
    await app.shot(page, "authoring-evals");
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save the report" }).click();
    expect((await saved).suggestedFilename()).toBe("user-minutes-evals.html");
    expect(await readFile(await (await saved).path(), "utf8")).toContain("<svg");
    await checkAccess(page, "evals");

    await page.getByLabel("Cost limit (USD)").fill("0.01");
    await page.getByRole("button", { name: "Measure again" }).click();
    await seen(page.getByText(/The price of .* is not known/));
    await page.getByLabel("Cost limit (USD)").fill("");

    await author.openTab("Improve…");
    await author.improve("user: make minutes\nassistant: done\nuser: head them MARK-better");
    await page.waitForURL(/\/skills\/drafts\/drf_/);
    await seen(author.diff().getByText("MARK-better"));
    await author.apply();
    await author.openTab("Evals");
    await author.measure(1);
    await seen(page.getByText("100 %").first());

    await author.openTab("History");
    await seen(page.getByText("drafted by a model, applied by you").first());
    await app.shot(page, "authoring-history");
    await checkAccess(page, "history");
    await author.rollBack(1);
    expect(await readSkill()).toContain("MARK-short");
  });

  it("loses nothing that was typed, and shows what runs elsewhere", async () => {
    const served = await app.serve((request) =>
      request.system.includes("Skill Sub-Agent")
        ? { text: "no", fault: { silence: true } }
        : `heard: ${request.last}`,
    );
    const page = await app.open(served, { path: "/skills/create" });
    const wish = page.getByLabel("What should it do?");
    await wish.fill("Translate signs");
    await page.reload();
    expect(await wish.inputValue()).toBe("Translate signs");
    await page.getByRole("button", { name: "Write a draft" }).click();
    await seen(page.getByText("The model was asked").first());
    await app.shot(page, "authoring-running");
    await checkAccess(page, "running");
    await page.reload();
    await seen(page.getByText("The model was asked").first());
    await page.getByRole("button", { name: "Stop" }).click();
    await seen(page.getByText("Stopped."));
    expect(await wish.inputValue()).toBe("Translate signs");

    await page.getByRole("link", { name: "New session" }).click();
    await say(page, "hello");
    await seen(transcriptOf(page).getByText("heard: hello"));
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Improve a skill from this" }).click();
    await seen(page.getByRole("heading", { name: "Improve a skill" }));
    expect(await page.getByLabel("Session", { exact: true }).inputValue()).toMatch(/^ses_/);
    await checkAccess(page, "improve");
  });

  it("is proposed after a run, quietly, and found by what it means", async () => {
    const work = {
      calls: ["a", "b", "c"].map((name) => ({ name: "Write", input: { path: name, content: name } })),
    };
    const served = await app.serve(
      (request) => {
        if (request.last.startsWith("Search for skills"))
          return JSON.stringify({ matched_skills: [{ name: "tour" }] });
        if (request.system.includes("Skill Sub-Agent"))
          return playAuthor({ ...request, last: newSkill(request.last) });
        return request.results.length === 0 ? work : "three files";
      },
      { mode: "acceptEdits", skills: { autoEnhance: "aggressive" } },
    );
    const page = await app.open(served);
    await say(page, "write three files");
    await seen(transcriptOf(page).getByText("three files"));
    await page.getByRole("link", { name: "Skills", exact: true }).click();
    await page.getByRole("link", { name: "Drafts (1, proposed: 1)" }).click();
    await seen(page.getByText("proposed after a run"));
    await app.shot(page, "authoring-proposals");
    await checkAccess(page, "drafts");
    await page.getByRole("link", { name: /minutes/ }).click();
    await page.getByRole("button", { name: "Discard" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
    await seen(page.getByText("No drafts wait for you."));

    await page.getByRole("link", { name: "All skills" }).click();
    await page.getByRole("searchbox", { name: "Search skills" }).fill("show me around");
    await page.getByRole("button", { name: "Find by meaning" }).click();
    await seen(page.getByRole("heading", { name: "By meaning, for “show me around”" }));
    await seen(page.getByRole("status").getByRole("link", { name: /tour/ }));
    await checkAccess(page, "meaning");
  });
});
