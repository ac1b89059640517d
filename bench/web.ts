import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { chromium as playwright, type Browser, type Page } from "playwright-core";
import { findTestChromium } from "../packages/core/src/browser/chromium.fixture.ts";
import { lastWords, writeLongSession } from "./lib/long-session.ts";
import { startProgram } from "./lib/started.ts";
import { median } from "./lib/stats.ts";

const events = Number(process.env["BENCH_EVENTS"] ?? 5_000);
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);
const root = resolve(import.meta.dirname, "..");

/** Notes, inside the page, when words came into sight, and every task that kept the page from answering. */
const watch = `
  globalThis.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.longTasks.push(Math.round(duration));
  }).observe({ type: "longtask", buffered: true });
  globalThis.shownAt = new Promise((resolve) => {
    const look = () => document.querySelector('[role="log"]')?.textContent.includes(${JSON.stringify(lastWords)})
      ? resolve(performance.now())
      : requestAnimationFrame(look);
    look();
  });
`;

const shownAt = (page: Page): Promise<number> => page.evaluate<number>("shownAt");
const takeTasks = (page: Page): Promise<number[]> => page.evaluate<number[]>("longTasks.splice(0)");

interface Opened {
  cold: number;
  inApp: number;
  longTasks: number[];
}

/** The session by its address in a new browser, and then again from another screen of the app. */
async function openSession(browser: Browser, url: string, token: string, id: string): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  try {
    await page.addInitScript(watch);
    await page.goto(`${url}/sessions/${id}#token=${token}`);
    const cold = await shownAt(page);
    await page.goto(`${url}/sessions`);
    const row = page.locator(`a[href="/sessions/${id}"]`).first();
    await row.waitFor();
    await takeTasks(page);
    const before = await page.evaluate<number>("performance.now()");
    await row.click();
    const inApp = (await shownAt(page)) - before;
    return { cold, inApp, longTasks: await takeTasks(page) };
  } finally {
    await context.close();
  }
}

/** The wheel over the whole transcript, up and down again, and jumps to both ends. */
async function scroll(browser: Browser, url: string, token: string, id: string): Promise<number[]> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  try {
    await page.addInitScript(watch);
    await page.goto(`${url}/sessions/${id}#token=${token}`);
    await shownAt(page);
    // What is coloured, loaded and compiled once is not part of scrolling.
    await page.waitForTimeout(1_500);
    await takeTasks(page);
    await page.mouse.move(640, 300);
    for (const step of [-700, 700]) for (let turn = 0; turn < 60; turn++) await page.mouse.wheel(0, step);
    for (const place of ["0", "1e9"]) {
      await page.evaluate(`document.querySelector('[role="log"]').scrollTop = ${place}`);
      await page.waitForTimeout(300);
    }
    return await takeTasks(page);
  } finally {
    await context.close();
  }
}

/** Bytes of script, compressed, until a screen stands. */
async function measureScripts(
  browser: Browser,
  address: string,
  isThere: (page: Page) => Promise<unknown>,
): Promise<number> {
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  const sizes: Promise<number>[] = [];
  page.on("response", (reply) => {
    if (reply.request().resourceType() !== "script") return;
    const size = reply.body().then((body) => gzipSync(body, { level: 9 }).length);
    // What comes after the screen stands, and after it was closed, is not part of it.
    sizes.push(size.catch(() => 0));
  });
  try {
    await page.addInitScript(watch);
    await page.goto(address, { waitUntil: "commit" });
    await isThere(page);
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  } finally {
    await context.close();
  }
}

function report(label: string, value: string, target: string, ok: boolean): boolean {
  console.log(`${ok ? "ok  " : "MISS"} ${label.padEnd(40)} ${value.padEnd(34)} ${target}`);
  return ok;
}

const ms = (value: number): string => `${value.toFixed(0)} ms`;
const kb = (bytes: number): string => `${(bytes / 1_024).toFixed(0)} KB`;
const worst = (tasks: readonly number[]): string =>
  tasks.length === 0 ? "none over 50 ms" : `${tasks.length} over 50 ms, longest ${Math.max(...tasks)} ms`;

async function measure(browser: Browser, home: string): Promise<boolean> {
  const folder = join(home, ".skillmint");
  await mkdir(folder, { recursive: true });
  const id = await writeLongSession(join(folder, "skillmint.db"), events);
  const server = await startProgram<{ url: string; token: string }>(
    join(root, "node_modules/.bin/skillmint"),
    ["--json", "serve", "--port", "0"],
    { cwd: home, env: { PATH: process.env["PATH"], HOME: home, LANG: "C" } },
  );
  try {
    const { url, token } = server.said;
    const first = await measureScripts(browser, `${url}/#token=${token}`, (page) =>
      page.getByLabel("Prompt", { exact: true }).waitFor(),
    );
    const whole = await measureScripts(browser, `${url}/sessions/${id}#token=${token}`, shownAt);
    const opened: Opened[] = [];
    for (let round = 0; round < rounds; round++) opened.push(await openSession(browser, url, token, id));
    const tasks = await scroll(browser, url, token, id);
    const cold = median(opened.map((each) => each.cold));
    const inApp = median(opened.map((each) => each.inApp));
    console.log(`a session of ${events} events, medians of ${rounds}`);
    return [
      report("script of the first screen, compressed", kb(first), "target 250 KB", first < 250 * 1_024),
      report("script of a session, compressed", kb(whole), "", true),
      report("opened by its address", ms(cold), "target 1,000 ms", cold < 1_000),
      report("opened from the list", ms(inApp), "target 1,000 ms", inApp < 1_000),
      report("tasks while it opens", worst(opened.flatMap(({ longTasks }) => longTasks)), "", true),
      report("tasks while it is scrolled", worst(tasks), "target 100 ms", Math.max(0, ...tasks) <= 100),
    ].every(Boolean);
  } finally {
    await server.stop();
  }
}

/** `npm run bench -- web`: a long transcript in a real browser, and how much script a first visit loads. */
export async function run(): Promise<boolean> {
  const chromium = await findTestChromium();
  if (!chromium) return false;
  const home = await mkdtemp(join(tmpdir(), "skillmint-bench-"));
  const browser = await playwright.launch({
    executablePath: chromium.executable,
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
    env: { ...process.env, ...chromium.env },
  });
  try {
    return await measure(browser, home);
  } finally {
    await browser.close();
    await rm(home, { recursive: true, force: true });
  }
}

if (import.meta.main && !(await run())) process.exitCode = 1;
