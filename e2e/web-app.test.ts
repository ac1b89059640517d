import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findTestChromium } from "../packages/core/src/browser/chromium.fixture.ts";
import {
  callOf,
  checkAccess,
  gone,
  promptOf,
  say,
  seen,
  shownSession,
  transcriptOf,
} from "./web-app-steps.fixture.ts";
import { useWebApp } from "./web-app.fixture.ts";

const chromium = await findTestChromium();
const app = useWebApp(chromium);
const write = (path: string, content: string) => ({ calls: [{ name: "Write", input: { path, content } }] });
const readWork = (path: string): Promise<string> => readFile(join(app.stage.temp.folder, path), "utf8");

describe.skipIf(!chromium)("the web app", { timeout: 60_000 }, () => {
  it("works on a first visit, without a key", async () => {
    const served = await app.serveDemo();
    const page = await app.open(served);
    await seen(promptOf(page));
    expect(page.url()).not.toContain(served.token);
    await app.shot(page, "first-visit");
    await checkAccess(page, "new session");
    await say(page, "hello");
    await shownSession(page);
    await seen(transcriptOf(page).getByText("demo", { exact: false }));
    await app.shot(page, "first-answer");
    await checkAccess(page, "session");
  });

  it("asks for the token where none came along, and says so where it is wrong", async () => {
    const served = await app.serveDemo();
    const page = await app.open({ ...served, token: "" });
    await page.getByLabel("Token").fill("wrong");
    await checkAccess(page, "token");
    await page.getByRole("button", { name: "Open" }).click();
    await seen(page.getByRole("heading", { name: "Open with the token" }));
    await page.getByLabel("Token").fill("令牌");
    await page.getByRole("button", { name: "Open" }).click();
    await seen(page.getByText("This is neither a token nor the address that the server printed."));
    await page.getByLabel("Token").fill(`${served.url}/#token=${served.token}`);
    await page.getByRole("button", { name: "Open" }).click();
    await seen(promptOf(page));
  });

  it("opens when the printed address is opened in the tab that asks for the token", async () => {
    const served = await app.serveDemo();
    const page = await app.open({ ...served, token: "" });
    await seen(page.getByLabel("Token"));
    await page.goto(`${served.url}/#token=${served.token}`);
    await seen(promptOf(page));
    expect(page.url()).not.toContain(served.token);
  });

  it("shows what a run changed; permissions are given by button and by key", async () => {
    await app.stage.temp.write("notes.txt", "one\ntwo\nthree\n");
    const served = await app.serve([
      write("a.txt", "first"),
      { calls: [{ name: "Edit", input: { path: "notes.txt", old_string: "two", new_string: "2" } }] },
      { calls: [{ name: "Bash", input: { command: "rm a.txt" } }] },
      { text: "All **done**." },
    ]);
    const page = await app.open(served);
    await say(page, "change the files");
    await seen(callOf(page, "Write", "waiting for you"));
    await app.shot(page, "permission");
    await checkAccess(page, "permission");
    await page.getByRole("button", { name: "Allow once" }).click();
    await seen(callOf(page, "Edit", "waiting for you"));
    await page.getByRole("button", { name: "Go to the question" }).click();
    await page.keyboard.press("Enter");
    await seen(callOf(page, "Bash", "waiting for you"));
    await page.getByRole("button", { name: "Go to the question" }).click();
    await page.keyboard.press("d");
    await seen(page.getByText("done", { exact: true }));
    await callOf(page, "Edit", "done").getByRole("button").click();
    const diff = page.getByRole("figure");
    await seen(diff.getByRole("cell", { name: "two", exact: true }));
    await seen(diff.getByRole("cell", { name: "2", exact: true }).last());
    await seen(callOf(page, "Bash", "refused"));
    await app.shot(page, "edits");
    await checkAccess(page, "edits");
    expect(await readWork("notes.txt")).toBe("one\n2\nthree\n");
    expect(await readWork("a.txt")).toBe("first");
  });

  it("shows a sub-agent with its own conversation, and answers what it asks", async () => {
    const served = await app.serve(({ last, turn }) => {
      if (last !== "look around") {
        const input = { description: "Look", prompt: "look around", subagent_type: "general-purpose" };
        return turn === 0 ? { calls: [{ name: "Task", input }] } : "The agent is back.";
      }
      return turn === 0 ? write("by-agent.txt", "x") : "I looked **around**.";
    });
    const page = await app.open(served);
    await say(page, "send somebody");
    await seen(page.getByRole("button", { name: /Sub-agent: general-purpose/ }));
    await seen(callOf(page, "Write", "waiting for you"));
    await app.shot(page, "sub-agent");
    await checkAccess(page, "sub-agent");
    await page.getByRole("button", { name: "This session" }).click();
    await seen(page.getByText("The agent is back."));
    await page.getByRole("button", { name: /Sub-agent: general-purpose/ }).click();
    await seen(callOf(page, "Write", "done"));
    await seen(page.getByText("around", { exact: true }));
    expect(await readWork("by-agent.txt")).toBe("x");
  });

  it("stops what runs, and continues it", async () => {
    const served = await app.serve(
      ({ turn }) => (turn === 0 ? { calls: [{ name: "Bash", input: { command: "sleep 100" } }] } : "went on"),
      { mode: "unrestricted" },
    );
    const page = await app.open(served);
    await say(page, "wait long");
    await seen(callOf(page, "Bash", "running"));
    await app.shot(page, "running");
    await page.getByRole("button", { name: "Stop" }).first().click();
    await seen(page.getByRole("button", { name: "Continue" }));
    await gone(page.getByRole("button", { name: "Stop" }));
    await seen(page.getByText("Stopped."));
    await page.getByRole("button", { name: "Continue" }).click();
    await seen(page.getByText("went on"));
  });

  it("forks where a prompt is edited and sent again", async () => {
    const served = await app.serve(({ last }) => `heard: ${last}`);
    const page = await app.open(served);
    await page.locator("input[type=file]").setInputFiles({
      name: "notes.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("CODE-5512\n"),
    });
    await say(page, "first try");
    await seen(page.getByText("heard: first try"));
    const prompt = page.getByRole("article", { name: "You" });
    expect(await prompt.innerText()).not.toContain("<file");
    await prompt.getByText("notes.txt").click();
    await seen(prompt.getByText("CODE-5512"));
    const before = await shownSession(page);
    await page.getByRole("article", { name: "You" }).hover();
    await page.getByRole("button", { name: /Edit and send again/ }).click();
    await expect.poll(() => shownSession(page)).not.toBe(before);
    await expect.poll(() => promptOf(page).inputValue()).toBe("first try");
    await seen(page.getByRole("button", { name: "Remove notes.txt" }));
    // Who was in the middle of writing goes on writing.
    await expect.poll(() => page.evaluate<string>("document.activeElement.tagName")).toBe("TEXTAREA");
    await say(page, "second try");
    await seen(page.getByText("heard: second try"));
    expect(await page.title()).toBe("first try · SkillMint");
    await page.getByRole("link", { name: "Sessions" }).click();
    // The fork stands below what it is a fork of.
    const fork = page.getByRole("listitem").getByRole("listitem");
    await seen(fork.getByText("Fork"));
    expect(await fork.getByRole("link").getAttribute("href")).not.toContain(before);
    await app.shot(page, "sessions");
    await checkAccess(page, "sessions");
  });
});
