import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, symlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findTestChromium } from "../browser/chromium.fixture.ts";
import { startSite, type TestSite } from "../browser/site.fixture.ts";
import { explain, SkillmintError, type Language } from "../protocol/index.ts";
import { createRuntime } from "../runtime.ts";
import type { Runtime } from "./runtime-contract.ts";
import { createInProcessModel, createTempWorkspace, type TempWorkspace } from "../testing/index.ts";

const chromium = await findTestChromium();

let temp: TempWorkspace;
let site: TestSite;
let runtime: Runtime;

async function open(config: object = {}, language: Language = "en"): Promise<void> {
  await mkdir(join(temp.home, ".skillmint"), { recursive: true });
  const all = { network: { allow: [`127.0.0.1:${site.port}`] }, ...config };
  await temp.write("../home/.skillmint/config.jsonc", JSON.stringify(all));
  const env = { ...temp.env, CHROME_PATH: chromium?.executable ?? "" };
  const model = createInProcessModel(() => "ok");
  runtime = await createRuntime({ env, language, models: { scripted: model } });
}

/** The output, or what an error says and its code. */
async function act(action: string, input: Record<string, unknown> = {}, more = {}): Promise<string> {
  try {
    return (await runtime.browser.act(action, input, { folder: temp.folder, ...more })).output;
  } catch (error) {
    if (!SkillmintError.is(error)) throw error;
    return `${error.code}: ${explain(error, runtime.language)}`;
  }
}

beforeEach(async () => {
  temp = await createTempWorkspace();
  site = await startSite();
});
afterEach(async () => {
  await runtime?.close();
  await site.close();
  await temp.remove();
});

describe.skipIf(!chromium)("the browser without a session", () => {
  it("answers with the fixed texts", async () => {
    await open({}, "zh-CN");
    const url = `${site.url}/form`;
    expect(await act("navigate", { url })).toBe(`已导航到 ${url}`);
    expect(await act("click", { selector: "#news" })).toBe("已点击 #news");
    expect(await act("evaluate", { script: "({ a: document.title })" })).toBe('{"a":"Form"}');
    expect(await act("content")).toContain('<button id="send-form"');
    expect(await act("screenshot", { path: "shots/page.png" })).toBe("截图已保存到 shots/page.png");
    expect((await readFile(join(temp.folder, "shots/page.png"))).subarray(1, 4).toString()).toBe("PNG");
    expect(await act("close")).toBe("浏览器已关闭");
    expect(await act("close")).toBe("浏览器已关闭");
  });

  it("holds to the folder, to rules that refuse and to the guard", async () => {
    await open({ rules: { deny: ["browser_evaluate", "browser_navigate(domain:example.com)"] } });
    await act("navigate", { url: `${site.url}/table` });
    await symlink(temp.home, join(temp.folder, "link"));
    expect(await act("screenshot", { path: "../out.png" })).toContain("browser-refused: ");
    expect(await act("screenshot", { path: "link/out.png" })).toContain("lies outside the folder");
    expect(await act("screenshot", { path: ".git/out.png" })).toContain(
      "browser-refused: .git/out.png is protected",
    );
    expect(await act("evaluate", { script: "1" })).toBe(
      "browser-refused: Refused by the rule browser_evaluate",
    );
    expect(await act("navigate", { url: "https://www.example.com/" })).toContain(
      "browser-refused: Refused by the rule",
    );
    expect(await act("navigate", { url: "http://169.254.169.254/" })).toContain("browser-failed: ");
    expect(await act("navigate", { url: "file:///etc/passwd" })).toContain("browser-failed: ");
    expect(await act("fly")).toContain("usage: ");
    expect(await act("navigate", {})).toContain("Missing parameter: url");
    expect(await readdir(temp.folder)).toEqual(["link"]);
  });

  it("never reaches a port of our own, whatever allows it", async () => {
    await open({ rules: { allow: ["browser_navigate(domain:localhost)"] } });
    runtime.internet.claimPort(site.port);
    expect(await act("navigate", { url: site.url })).toContain("leads to SkillMint itself");
    expect(await act("navigate", { url: `http://localhost:${site.port}/` })).toContain("SkillMint itself");
    expect(site.hits).toEqual([]);
  });

  it("has a browser for each session and one for all calls without", async () => {
    await open();
    const { sessionId } = await runtime.prompt({
      text: "hello",
      folder: temp.folder,
      settings: { model: "scripted", rules: { allow: [], ask: [], deny: ["browser_click"] } },
    });
    await act("navigate", { url: `${site.url}/form` });
    expect(await act("snapshot", {}, { sessionId })).toContain("No page is open");
    await act("navigate", { url: `${site.url}/table` }, { sessionId });
    expect(await act("snapshot", {}, { sessionId })).toContain("Cake");
    expect(await act("snapshot")).toContain("Newsletter");
    expect(await act("click", { selector: "td" }, { sessionId })).toContain(
      "Refused by the rule browser_click",
    );
    expect(await act("snapshot", {}, { sessionId: "ses_none" })).toContain("session-not-found");
  });
});

describe("a browser that nobody uses", () => {
  const script = resolve(import.meta.dirname, "../browser/loaded-modules.fixture.ts");

  /** What a process loads that opens a runtime and runs a session, by the names of files and packages. */
  async function loaded(prompt: string): Promise<string[]> {
    await open({ browser: { headless: true, executable: chromium?.executable ?? "/nowhere" } });
    await runtime.close();
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--conditions=skillmint-source", script, temp.folder, prompt, site.url],
      { env: temp.env, cwd: temp.folder },
    );
    return JSON.parse(stdout) as string[];
  }
  const heavy =
    /playwright-core|sparticuz|open-browsers|browser-session|launch-chromium|guarded-proxy|browser-page|undici/;

  it("loads no module and starts no process", async () => {
    const modules = await loaded("hello");
    expect(modules.some((name) => name.endsWith("/browser/create-browser-tools.ts"))).toBe(true);
    expect(modules.filter((name) => heavy.test(name))).toEqual([]);
  });

  it.skipIf(!chromium)("loads them when it is used", async () => {
    const modules = await loaded("use the browser");
    for (const name of [/playwright-core/, /open-browsers/, /guarded-proxy/])
      expect(modules.some((module) => name.test(module))).toBe(true);
  });
});
