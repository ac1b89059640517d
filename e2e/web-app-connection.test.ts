import { describe, expect, it } from "vitest";
import { findTestChromium } from "../packages/core/src/browser/chromium.fixture.ts";
import {
  callOf,
  checkAccess,
  gone,
  offlineBar,
  promptOf,
  say,
  seen,
  shownSession,
} from "./web-app-steps.fixture.ts";
import { useWebApp } from "./web-app.fixture.ts";

const chromium = await findTestChromium();
const app = useWebApp(chromium);
const question = {
  question: "Which colour?",
  header: "Colour",
  options: [{ label: "Red" }, { label: "Blue", description: "like the sky" }],
};
const asking = { calls: [{ name: "AskUserQuestion", input: { questions: [question] } }] };

describe.skipIf(!chromium)("the web app and its server", { timeout: 90_000 }, () => {
  it("goes on after a restart: the question is still there, and so is what was typed", async () => {
    const served = await app.serve(({ turn, results }) =>
      turn === 0 ? asking : `You chose ${results[0]?.text.includes("Blue") ? "blue" : "nothing"}.`,
    );
    const page = await app.open(served);
    await say(page, "ask me");
    await seen(page.getByRole("radio", { name: /Blue/ }));
    await page.getByRole("radio", { name: /Blue/ }).check();
    await promptOf(page).fill("a thought that is not finished");
    await app.shot(page, "question");
    await checkAccess(page, "question");
    await served.stop();
    await seen(offlineBar(page));
    await app.shot(page, "offline");
    await checkAccess(page, "offline");
    await app.again(served);
    await gone(offlineBar(page));
    expect(await page.getByRole("radio", { name: /Blue/ }).isChecked()).toBe(true);
    await page.getByRole("button", { name: "Answer" }).click();
    await seen(page.getByText("You chose blue."));
    expect(await promptOf(page).inputValue()).toBe("a thought that is not finished");
    await page.reload();
    await seen(page.getByText("You chose blue."));
    expect(await promptOf(page).inputValue()).toBe("a thought that is not finished");
  });

  it("shows a screen that could not be loaded once the server is back", async () => {
    const served = await app.serve(["hello"]);
    const page = await app.open(served);
    await seen(promptOf(page));
    await served.stop();
    await seen(offlineBar(page));
    await page.getByRole("link", { name: "Usage" }).click();
    await seen(page.getByText("A part of the page could not be loaded", { exact: false }));
    await page.getByRole("link", { name: "New session" }).click();
    await seen(promptOf(page));
    await page.getByRole("link", { name: "Usage" }).click();
    await app.again(served);
    await seen(page.getByRole("heading", { name: "Usage" }));
  });

  it("says that nothing was sent while the server is gone, and sends it afterwards", async () => {
    const served = await app.serve(({ last }) => `heard: ${last}`);
    const page = await app.open(served);
    await seen(promptOf(page));
    await served.stop();
    await say(page, "into the void");
    await seen(offlineBar(page));
    expect(await promptOf(page).inputValue()).toBe("into the void");
    await app.again(served);
    await gone(offlineBar(page));
    await promptOf(page).press("Enter");
    await seen(page.getByText("heard: into the void"));
    const sent = app.stage.server.requests.filter(({ normal }) => normal?.last === "into the void");
    expect(sent).toHaveLength(1);
  });

  it("shows a run that died with its server, and continues it", async () => {
    const served = await app.serve(
      ({ turn }) => (turn === 0 ? { calls: [{ name: "Bash", input: { command: "sleep 50" } }] } : "went on"),
      { mode: "unrestricted" },
    );
    const page = await app.open(served);
    await say(page, "wait long");
    await seen(callOf(page, "Bash", "running"));
    await served.kill();
    await seen(offlineBar(page));
    await app.again(served);
    await seen(page.getByText("interrupted: whoever worked on it is gone"));
    await page.getByRole("button", { name: "Continue" }).click();
    await seen(page.getByText("went on"));
    await seen(callOf(page, "Bash", "interrupted"));
  });

  it("keeps two tabs in step", async () => {
    const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
    const served = await app.serve(async ({ turn }) => {
      if (turn === 0) return { calls: [{ name: "Write", input: { path: "a.txt", content: "x" } }] };
      await mayGoOn;
      return "both see this";
    });
    const first = await app.open(served);
    await say(first, "write it");
    await seen(callOf(first, "Write", "waiting for you"));
    const second = await app.openTab(first, first.url());
    await seen(callOf(second, "Write", "waiting for you"));
    await second.getByRole("button", { name: "Allow once" }).click();
    await seen(callOf(first, "Write", "done"));
    await gone(first.getByRole("button", { name: "Allow once" }));
    goOn();
    await Promise.all([first, second].map((page) => seen(page.getByText("both see this"))));
    await say(second, "and more");
    await seen(first.getByRole("article", { name: "You" }).getByText("and more"));
  });

  it("says where a session is gone, and leads on", async () => {
    const served = await app.serve(["hello"]);
    const page = await app.open(served);
    await say(page, "first");
    await seen(page.getByText("hello"));
    const id = await shownSession(page);
    const other = await app.openTab(page, page.url());
    await seen(other.getByText("hello"));
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await checkAccess(page, "delete");
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await page.waitForURL(/\/sessions$/);
    await say(other, "written too late");
    await seen(other.getByText("This session does not exist, or not any more."));
    await seen(other.getByRole("region", { name: /did not send/ }).getByText("written too late"));
    await other.reload();
    await seen(other.getByText("This session does not exist, or not any more."));
    await seen(other.getByText("written too late"));
    expect(other.url()).toContain(id);
    await checkAccess(other, "missing session");
  });
});
