import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium as playwright, type Browser, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { Chromium } from "../packages/core/src/browser/find-chromium.ts";
import type { Script } from "../packages/core/src/testing/index.ts";
import { root, startCli, testKey, useStage, type Running } from "./kit.ts";

/** Where pictures of what the tests saw are kept. */
const shots = process.env["SKILLMINT_TEST_RESULTS"] ?? join(root, "test-results");

export interface ServedApp {
  url: string;
  token: string;
  /** Ends the server as a person would; what it worked on can be continued. */
  stop(): Promise<void>;
  /** As a crash would. */
  kill(): Promise<void>;
}

export interface PageOptions {
  width?: number;
  height?: number;
  locale?: string;
  colorScheme?: "light" | "dark";
  /** The address behind the host; the first visit brings the token. */
  path?: string;
}

/** Pages that tests watch: what happens there without anybody wanting it fails the test. */
interface Watched {
  page: Page;
  oddities: string[];
}

/** A refused connection is what a page without a server sees, and with a worker in between a failed one: not an oddity. */
const expected =
  /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|ERR_FAILED|dynamically imported module/;

async function watchPage(page: Page, origin: string): Promise<Watched> {
  const oddities: string[] = [];
  page.on("dialog", (dialog) => {
    oddities.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("pageerror", (error) => oddities.push(`error: ${error.message}`));
  page.on("popup", (popup) => oddities.push(`popup: ${popup.url()}`));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !url.startsWith("blob:") && !url.startsWith("data:"))
      oddities.push(`request: ${url}`);
  });
  page.on("console", (message) => {
    const text = message.text();
    const isBad = message.type() === "error" || /content security policy/i.test(text);
    if (isBad && !expected.test(text) && !/status of 4\d\d/.test(text)) oddities.push(`console: ${text}`);
  });
  return { page, oddities };
}

/**
 * The real server over a scripted model, and pages of a real browser that look at it. Everything ends with the test.
 */
export function useWebApp(chromium: Chromium | undefined) {
  const stage = useStage();
  let browser: Browser | undefined;
  const running: Running[] = [];
  const watched: Watched[] = [];

  beforeAll(async () => {
    if (!chromium) return;
    browser = await playwright.launch({
      executablePath: chromium.executable,
      args: ["--no-sandbox", "--disable-dev-shm-usage"],
      env: { ...process.env, ...chromium.env },
    });
  }, 60_000);
  afterAll(() => browser?.close());
  afterEach(async () => {
    const seen = watched.splice(0);
    for (const { page } of seen) await page.context().close();
    for (const each of running.splice(0)) {
      each.child.kill("SIGTERM");
      await each.done;
    }
    expect(seen.flatMap(({ oddities }) => oddities)).toEqual([]);
  });

  async function start(port: number, env: Record<string, string>): Promise<ServedApp> {
    const server = startCli(["--json", "serve", "--port", String(port)], {
      env: { ...stage.temp.env, ...env },
      cwd: stage.temp.folder,
    });
    running.push(server);
    const [line] = (await Promise.race([
      once(server.child.stdout ?? server.child, "data"),
      server.done.then(({ stderr }) => Promise.reject(new Error(stderr))),
    ])) as [Buffer];
    const { url, token } = JSON.parse(line.toString()) as { url: string; token: string };
    const end = async (signal: NodeJS.Signals): Promise<void> => {
      running.splice(running.indexOf(server), 1);
      server.child.kill(signal);
      await server.done;
    };
    return { url, token, stop: () => end("SIGTERM"), kill: () => end("SIGKILL") };
  }

  const modelEnv = (): Record<string, string> => ({
    CUSTOM_OPENAI_API_KEY: testKey,
    CUSTOM_OPENAI_BASE_URL: stage.baseUrl(),
  });

  return {
    stage,
    /** A server without any key: it has the demo model. */
    serveDemo: () => start(0, {}),
    /** A server whose model says what the script has. */
    async serve(script: Script, settings: object = {}): Promise<ServedApp> {
      await stage.serve(script);
      const home = join(stage.temp.home, ".skillmint");
      await mkdir(home, { recursive: true });
      const config = { model: "custom-openai/gpt", sandbox: "off", ...settings };
      await writeFile(join(home, "config.jsonc"), JSON.stringify(config));
      return start(0, modelEnv());
    },
    /** The same home on the same port again. */
    again: ({ url }: ServedApp): Promise<ServedApp> => start(Number(new URL(url).port), modelEnv()),
    async open({ url, token }: ServedApp, options: PageOptions = {}): Promise<Page> {
      if (!browser) throw new Error("no browser");
      const { width = 1280, height = 800, locale = "en-US", colorScheme = "light", path = "/" } = options;
      const context = await browser.newContext({ viewport: { width, height }, locale, colorScheme });
      context.setDefaultTimeout(15_000);
      const page = await context.newPage();
      watched.push(await watchPage(page, url));
      await page.goto(`${url}${path}#token=${token}`);
      return page;
    },
    /** One more tab of the same browser window. */
    async openTab(page: Page, url: string): Promise<Page> {
      const tab = await page.context().newPage();
      watched.push(await watchPage(tab, new URL(url).origin));
      await tab.goto(url);
      return tab;
    },
    async shot(page: Page, name: string): Promise<void> {
      await mkdir(shots, { recursive: true });
      await page.screenshot({ path: join(shots, `${name}.png`) });
    },
  };
}

export type WebApp = ReturnType<typeof useWebApp>;
