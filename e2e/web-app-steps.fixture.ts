import axe from "axe-core";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

export const promptOf = (page: Page): Locator => page.getByLabel("Prompt", { exact: true });

/** Writes a prompt and sends it as a person does, with Enter. */
export async function say(page: Page, text: string): Promise<void> {
  await promptOf(page).fill(text);
  await promptOf(page).press("Enter");
}

/** The row of a call: its tool, and how it stands. */
export const callOf = (page: Page, name: string, standing: string): Locator =>
  page.getByRole("region", { name: `${name}: ${standing}` });

export const transcriptOf = (page: Page): Locator => page.getByRole("log");

export const offlineBar = (page: Page): Locator => page.getByRole("button", { name: "Try now" });

export async function seen(what: Locator): Promise<void> {
  await what.first().waitFor({ state: "visible", timeout: 15_000 });
}

export async function gone(what: Locator): Promise<void> {
  await what.first().waitFor({ state: "hidden", timeout: 15_000 });
}

/** The session that a page shows. */
export async function shownSession(page: Page): Promise<string> {
  await page.waitForURL(/\/sessions\/ses_/);
  return /ses_\w+/.exec(page.url())?.[0] ?? "";
}

interface Finding {
  impact: string | null;
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

/** What axe finds serious on the page as it is, with the elements that it is about. */
export async function findBarriers(page: Page): Promise<object[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate<Finding[]>("axe.run().then(({ violations }) => violations)");
  return found
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => ({ id, html, failureSummary })));
}

export async function checkAccess(page: Page, screen: string): Promise<void> {
  expect({ screen, serious: await findBarriers(page) }).toEqual({ screen, serious: [] });
}
