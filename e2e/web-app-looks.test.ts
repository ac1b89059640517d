import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { findTestChromium } from "../packages/core/src/browser/chromium.fixture.ts";
import {
  callOf,
  checkAccess,
  findBarriers,
  offlineBar,
  promptOf,
  say,
  seen,
  shownSession,
} from "./web-app-steps.fixture.ts";
import { useWebApp } from "./web-app.fixture.ts";

const chromium = await findTestChromium();
const app = useWebApp(chromium);

const screens = [
  "/new",
  "/sessions",
  "/skills",
  "/skills/new",
  "/skills/why",
  "/usage",
  "/settings",
  "/settings/models",
  "/settings/permissions",
  "/settings/trust",
  "/settings/environments",
  "/settings/mcp",
  "/settings/search",
  "/settings/language",
  "/settings/api",
  "/nowhere",
];

/** Whether anything is wider than the page, or the page itself higher than the window: its parts scroll, not it. */
const overflowOf = (page: Page): Promise<number> =>
  page.evaluate<number>(
    `Math.max(
      document.documentElement.scrollHeight - document.documentElement.clientHeight,
      ...[...document.querySelectorAll('html, main, main > div, [role=log]')].map((each) => each.scrollWidth - each.clientWidth),
    )`,
  );

/** What is looked at when it has come to rest. */
async function settle(page: Page): Promise<void> {
  const main = "document.querySelector('main')";
  const isAtRest = `${main} !== null && ${main}.textContent.length > 5 && !${main}.querySelector("[aria-busy=true]")`;
  await expect.poll(() => page.evaluate<boolean>(isAtRest), { timeout: 10_000 }).toBe(true);
}

const working = (turn: number) => {
  const long = "x".repeat(200);
  if (turn === 0)
    return {
      text: `Some text with \`code\` and a table:\n\n| a | b |\n|---|---|\n| ${long} | 2 |\n\n\`\`\`ts\nconst a = 1; // ${long}\n\`\`\``,
      calls: [
        {
          name: "TodoWrite",
          input: { todos: [{ content: `first ${long}`, status: "pending", activeForm: "x" }] },
        },
      ],
    };
  return { calls: [{ name: "Bash", input: { command: `rm -rf ${long}` } }] };
};

describe.skipIf(!chromium)("the look of the web app", { timeout: 120_000 }, () => {
  it.each([
    ["light", "en-US", 1280],
    ["dark", "zh-CN", 390],
  ] as const)("every screen is accessible and fits: %s, %s, %i", async (colorScheme, locale, width) => {
    const served = await app.serve(({ turn }) => working(turn));
    const page = await app.open(served, { colorScheme, locale, width, height: 844 });
    const prompt = page.getByLabel(locale === "zh-CN" ? "提示" : "Prompt", { exact: true });
    await prompt.fill("work");
    await prompt.press("Enter");
    const session = await shownSession(page);
    await seen(page.getByRole("log").getByRole("group").or(page.locator("[data-ask]")));
    const bad: object[] = [];
    for (const path of [`/sessions/${session}`, ...screens]) {
      await page.goto(new URL(path, served.url).href);
      await settle(page);
      await app.shot(page, `screen-${path.replaceAll("/", "-").replace(session, "session")}-${width}`);
      const barriers = await findBarriers(page);
      const overflow = await overflowOf(page);
      if (barriers.length > 0 || overflow > 0) bad.push({ path, barriers, overflow });
    }
    expect(bad).toEqual([]);
  });

  it("brings what was just sent into sight", async () => {
    const served = await app.serve(({ last }) => (last === "talk" ? "long\n\n".repeat(300) : "short"));
    const page = await app.open(served);
    await say(page, "talk");
    await seen(page.getByText("long").last());
    await page.getByRole("log").evaluate((log) => log.scrollTo(0, 0));
    await seen(page.getByRole("button", { name: "Go to the end" }));
    await say(page, "and now?");
    await seen(page.getByRole("article", { name: "You" }).getByText("and now?"));
    await seen(page.getByText("short"));
  });

  it("is in the person's language, and in another one when that is chosen", async () => {
    const served = await app.serve(["你好"]);
    const page = await app.open(served, { locale: "zh-CN" });
    await page.getByRole("link", { name: "会话", exact: true }).click();
    await seen(page.getByRole("heading", { name: "会话" }));
    expect(await page.evaluate("document.documentElement.lang")).toBe("zh-CN");
    await page.getByRole("link", { name: "设置" }).click();
    await page.getByRole("link", { name: "语言" }).click();
    await page.getByRole("radio", { name: "English" }).click();
    await seen(page.getByRole("heading", { name: "Language" }));
    await page.getByRole("link", { name: "Sessions" }).click();
    await seen(page.getByRole("heading", { name: "Sessions" }));
    await page.reload();
    await seen(page.getByRole("heading", { name: "Sessions" }));
    expect(await page.evaluate("document.documentElement.lang")).toBe("en");
  });

  it("can be worked with by keyboard alone", async () => {
    const served = await app.serve(({ turn }) =>
      turn === 0 ? { calls: [{ name: "Write", input: { path: "a.txt", content: "x" } }] } : "written",
    );
    const page = await app.open(served);
    await seen(promptOf(page));
    const focused = (): Promise<string> =>
      page.evaluate<string>(
        "((at) => at === document.body ? '' : (at.getAttribute('aria-label') ?? at.textContent).trim())(document.activeElement)",
      );
    /** Tab, until something of this name has the focus. */
    const tabTo = async (name: RegExp): Promise<void> => {
      for (let presses = 0; presses < 60; presses++) {
        if (name.test(await focused())) return;
        await page.keyboard.press("Tab");
      }
      throw new Error(`no way to ${name}`);
    };
    await tabTo(/^Prompt$/);
    await page.keyboard.type("write it");
    await page.keyboard.press("Enter");
    await seen(callOf(page, "Write", "waiting for you"));
    await tabTo(/Go to the question/);
    await page.keyboard.press("Enter");
    expect(await focused()).toBe("Allow once");
    await page.keyboard.press("s");
    await seen(page.getByText("written"));
    expect(await focused()).toMatch(/^Conversation|written/);
    await tabTo(/^Write/);
    await page.keyboard.press("Enter");
    await seen(page.getByRole("figure"));
    await tabTo(/^More$/);
    await page.keyboard.press("Enter");
    await seen(page.getByRole("menu"));
    await page.keyboard.press("Escape");
    await tabTo(/^Side panel$/);
    await page.keyboard.press("Enter");
    await seen(page.getByRole("tab", { name: "Files" }));
    await tabTo(/^Files$/);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await seen(page.getByRole("tab", { name: "To do", selected: true }));
    await app.shot(page, "side-panel");
    await checkAccess(page, "side panel");
  });

  it("fits a phone", async () => {
    const served = await app.serve(({ turn }) => working(turn));
    const page = await app.open(served, { width: 390, height: 844 });
    await say(page, "work");
    await seen(callOf(page, "Bash", "waiting for you"));
    await app.shot(page, "phone");
    expect(await overflowOf(page)).toBe(0);
    await page.getByRole("button", { name: "Reject", exact: true }).click();
    await page.getByLabel(/^Why not/).fill("too wide");
    await page.getByRole("button", { name: "Reject with this reason" }).click();
    await seen(callOf(page, "Bash", "refused"));
  });

  it("is installed, and opens while its server is away", async () => {
    const served = await app.serve(["hello"]);
    const page = await app.open(served);
    await page.evaluate("navigator.serviceWorker.ready.then(() => true)");
    await page.reload();
    await say(page, "keep this");
    await seen(page.getByText("hello"));
    const kept = await page.evaluate<string[]>(
      "caches.keys().then(async (names) => (await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat())",
    );
    expect(kept).toContain("/");
    expect(kept.filter((path) => /^\/(?:api|health)/.test(path))).toEqual([]);
    await served.stop();
    await page.reload();
    await seen(offlineBar(page));
    await seen(promptOf(page));
    await app.again(served);
    await seen(page.getByText("hello"));
  });
});
