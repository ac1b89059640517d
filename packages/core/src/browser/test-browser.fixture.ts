import { mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { createGuard } from "../network/create-guard.ts";
import type { GuardOptions } from "../network/guard.ts";
import { createId, createTranslate, type Language } from "../protocol/index.ts";
import { createTestContext, type TestContext } from "../tool/builtin/test-context.ts";
import {
  ToolFailure,
  type Description,
  type Tool,
  type ToolContext,
  type ToolResult,
} from "../tool/define-tool.ts";
import type { BrowserFace } from "./browser-face.ts";
import { findTestChromium } from "./chromium.fixture.ts";
import { createBrowserTools } from "./create-browser-tools.ts";
import { openBrowsers, type BrowserSettings } from "./open-browsers.ts";
import { startSite, type TestSite } from "./site.fixture.ts";

export const chromium = await findTestChromium();

export interface TestBrowserOptions extends GuardOptions {
  language?: Language;
  settings?: BrowserSettings;
  maxDownloadBytes?: number;
  temporary?: string;
}

export interface TestBrowser {
  face: BrowserFace;
  /** Describes and runs, as `execute` does. */
  call(action: string, input?: Record<string, unknown>, context?: Partial<ToolContext>): Promise<ToolResult>;
  /** The text of a result, or of the expected failure. */
  text(action: string, input?: Record<string, unknown>, context?: Partial<ToolContext>): Promise<string>;
  describe(action: string, input?: Record<string, unknown>): Promise<Description>;
  /** Does something between the judgement of a call and its run. */
  textAfter(action: string, input: Record<string, unknown>, between: () => Promise<void>): Promise<string>;
}

export function openTestBrowser(test: TestContext, options: TestBrowserOptions = {}): TestBrowser {
  const { language = "en", settings = {}, maxDownloadBytes, temporary, ...guard } = options;
  const face = openBrowsers({
    language,
    env: process.env,
    cache: test.base,
    guard: createGuard(guard),
    settings: async () => ({ executable: chromium?.executable, ...settings }),
    ...(maxDownloadBytes === undefined ? {} : { maxDownloadBytes }),
    ...(temporary === undefined ? {} : { temporary }),
  });
  const tools = createBrowserTools({ face, language, t: createTranslate(language) });
  const context = test.context();
  const find = (action: string): Tool => {
    const tool = tools.find(({ name }) => name === `browser_${action}`);
    if (!tool) throw new Error(action);
    return tool;
  };
  async function call(
    action: string,
    input: Record<string, unknown> = {},
    more: Partial<ToolContext> = {},
    between?: () => Promise<void>,
  ): Promise<ToolResult> {
    const tool = find(action);
    const parsed = tool.input.parse(input);
    const used = { ...context, signal: test.abort.signal, ...more };
    await tool.describe(parsed, test.workspace, used.memory);
    await between?.();
    return tool.run(parsed, used);
  }
  async function toText(result: Promise<ToolResult>): Promise<string> {
    try {
      const { content } = await result;
      return content.map((part) => (part.type === "text" ? part.text : `<${part.mediaType}>`)).join("\n");
    } catch (error) {
      if (error instanceof ToolFailure) return `FAILED ${error.message}`;
      throw error;
    }
  }
  return {
    face,
    call: (action, input, more) => call(action, input, more),
    text: (action, input, more) => toText(call(action, input, more)),
    textAfter: (action, input, between) => toText(call(action, input, {}, between)),
    describe: (action, input = {}) => find(action).describe(input, test.workspace, context.memory),
  };
}

/** A site, a workspace and one browser process for all tests of a file; each starts without a tab. */
export function useBrowser(options: TestBrowserOptions = {}) {
  let site: TestSite | undefined;
  let test: TestContext | undefined;
  let browser: TestBrowser | undefined;
  let temporary: string | undefined;
  beforeAll(async () => {
    site = await startSite();
    const { port } = site;
    test = await createTestContext(options.language);
    temporary = path.join(test.base, "temporary");
    await mkdir(temporary);
    browser = openTestBrowser(test, { allow: () => [`127.0.0.1:${port}`], temporary, ...options });
    // Keeps the process: it ends with its last session.
    await browser.call("navigate", { url: "about:blank" }, { sessionId: createId("ses") });
  }, 60_000);
  beforeEach(() => {
    if (!test) return;
    test.abort = new AbortController();
    test.begun.length = 0;
  });
  afterEach(async () => {
    await browser?.call("close");
  });
  afterAll(async () => {
    await browser?.face.close();
    await test?.remove();
    await site?.close();
  });
  const required = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error("only inside a test");
    return value;
  };
  return {
    get site() {
      return required(site);
    },
    get test() {
      return required(test);
    },
    get browser() {
      return required(browser);
    },
    describe: (action: string, input?: Record<string, unknown>) => required(browser).describe(action, input),
    textAfter: (action: string, input: Record<string, unknown>, between: () => Promise<void>) =>
      required(browser).textAfter(action, input, between),
    /** What lies in the browser's own folders of downloads. */
    async temporaryFiles(): Promise<string[]> {
      const all = await readdir(required(temporary), { recursive: true });
      return all.filter((name) => /downloads-[^/]+\/./.test(name));
    },
  };
}
