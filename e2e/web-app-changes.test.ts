import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { findTestChromium } from "../packages/core/src/browser/chromium.fixture.ts";
import { checkAccess, gone, promptOf, say, seen, transcriptOf } from "./web-app-steps.fixture.ts";
import { useWebApp } from "./web-app.fixture.ts";

const chromium = await findTestChromium();
const app = useWebApp(chromium);
const home = (): string => join(app.stage.temp.home, ".skillmint");
const readHome = (name: string): Promise<string> => readFile(join(home(), name), "utf8");

/** Opens a section of the settings as a person does. */
async function openSection(page: Page, name: string): Promise<void> {
  await page.getByRole("link", { name, exact: true }).click();
  await seen(page.getByRole("heading", { level: 1, name, exact: true }));
}

describe.skipIf(!chromium)("what is changed in the web app", { timeout: 90_000 }, () => {
  it("makes a skill with the validator beside it, uses it by its name, and edits it", async () => {
    const served = await app.serve(({ last }) => `heard: ${last}`);
    const page = await app.open(served, { path: "/skills" });
    await page.getByRole("link", { name: "New skill", exact: true }).click();
    await page.getByLabel("Name", { exact: true }).fill("Loud Voice");
    const preview = page.getByRole("region", { name: "Preview" });
    await seen(preview.getByText(/Models would not be offered it/));
    await page.getByRole("button", { name: "Use loud-voice" }).click();
    await page.getByLabel("Description", { exact: true }).fill("Answers in capitals. Use for shouting.");
    await page
      .getByLabel("Instructions", { exact: true })
      .fill("# Loud\n\nShout **everything** at CODE-7421.");
    await seen(preview.getByText("Models would be offered it"));
    await seen(preview.getByRole("heading", { name: "Loud", exact: true }));
    await app.shot(page, "skill-new");
    await checkAccess(page, "new skill");
    await page.getByRole("button", { name: "Create" }).click();
    await seen(page.getByRole("heading", { level: 1, name: "loud-voice" }));
    expect(await readHome("skills/loud-voice/SKILL.md")).toContain("CODE-7421");
    await app.shot(page, "skill-created");
    await checkAccess(page, "skill");

    await page.getByRole("link", { name: "New session" }).click();
    await promptOf(page).fill("/loud");
    await seen(page.getByRole("option", { name: /loud-voice/ }));
    await app.shot(page, "skill-picker");
    await promptOf(page).press("Enter");
    await gone(page.getByRole("option", { name: /loud-voice/ }));
    await say(page, "say good morning");
    await seen(transcriptOf(page).getByText("heard: say good morning"));
    const asked = JSON.stringify(app.stage.server.requests.map(({ normal }) => normal?.body));
    expect(asked).toContain("Shout **everything** at CODE-7421.");

    await page.getByRole("link", { name: "Skills", exact: true }).click();
    await page.getByRole("link", { name: /loud-voice/ }).click();
    await page.getByRole("link", { name: "Edit" }).click();
    const field = page.getByLabel("SKILL.md");
    await field.fill((await field.inputValue()).replace("7421", "9000"));
    await page.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => readHome("skills/loud-voice/SKILL.md")).toContain("CODE-9000");
  });

  it("keeps settings over a reload and a restart, in one file and without keys", async () => {
    const served = await app.serve(["pong"]);
    const key = "sk-own-key-0123456789";
    const page = await app.open(served, { path: "/settings/permissions" });
    await page.getByRole("radio", { name: "Edit freely" }).check();
    await seen(page.getByText("Kept: new sessions begin in this mode"));
    await page.getByLabel("Rule", { exact: true }).fill("Bash(npm test:*)");
    await page.getByRole("button", { name: "Add" }).click();
    await seen(page.getByText("Kept: Bash(npm test:*)"));

    await openSection(page, "Models");
    const own = page.getByRole("region", { name: "Add a provider of your own" });
    await own.getByLabel("Name").fill("acme");
    await own.getByLabel("Address").fill(app.stage.baseUrl());
    await own.getByLabel(/^Key/).fill(key);
    await own.getByRole("button", { name: "Add" }).click();
    await seen(page.getByText("Added: acme"));
    await page.getByRole("button", { name: /^acme/ }).click();
    const details = page.getByRole("group", { name: "acme" });
    await details.getByLabel("Model", { exact: true }).fill("roadrunner");
    await details.getByRole("button", { name: "Test" }).click();
    await seen(page.getByText(/^acme\/roadrunner answered in .*: pong$/));
    await details.getByRole("button", { name: "Use", exact: true }).click();
    await seen(page.getByText("Kept: new sessions run on acme/roadrunner"));
    await app.shot(page, "settings-models");
    await checkAccess(page, "models");
    expect(await page.content()).not.toContain(key);

    await openSection(page, "Theme");
    await page.getByRole("radio", { name: "Dark" }).check();
    await openSection(page, "Language");
    await page.getByRole("radio", { name: "简体中文" }).check();
    await seen(page.getByRole("heading", { name: "语言" }));

    await served.stop();
    await app.again(served);
    await page.goto(`${served.url}/settings/permissions`);
    await seen(page.getByRole("heading", { name: "权限" }));
    await seen(page.getByText("Bash(npm test:*)"));
    expect(await page.locator("input[value=acceptEdits]").isChecked()).toBe(true);
    expect(await page.evaluate("document.documentElement.lang")).toBe("zh-CN");
    expect(await page.evaluate("getComputedStyle(document.body).colorScheme")).toBe("dark");
    await app.shot(page, "settings-kept");
    await page.goto(`${served.url}/settings/models`);
    await seen(page.getByText("acme/roadrunner"));

    const config = await readHome("config.jsonc");
    for (const kept of ['"acceptEdits"', '"zh-CN"', "acme/roadrunner", "Bash(npm test:*)"])
      expect(config).toContain(kept);
    expect(config + (await readHome("models.jsonc"))).not.toContain(key);
    expect(app.stage.server.requests.some(({ headers }) => headers.authorization === `Bearer ${key}`)).toBe(
      true,
    );
  });
});
