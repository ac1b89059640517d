import { readdir, readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestContext, type TestContext } from "../tool/builtin/test-context.ts";
import { startSelfSigned } from "./certificate.fixture.ts";
import { startSite, type TestSite } from "./site.fixture.ts";
import {
  chromium,
  openTestBrowser,
  type TestBrowser,
  type TestBrowserOptions,
} from "./test-browser.fixture.ts";

interface Process {
  pid: number;
  group: number;
  line: string;
}

async function readProcess(name: string): Promise<Process[]> {
  const [stat, line] = await Promise.all([
    readFile(`/proc/${name}/stat`, "utf8").catch(() => ""),
    readFile(`/proc/${name}/cmdline`, "utf8").catch(() => ""),
  ]);
  const group = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[2]);
  return line === "" ? [] : [{ pid: Number(name), group, line }];
}

/** The processes of the browser whose files lie in a folder. */
async function processesOf(folder: string): Promise<Process[]> {
  const names = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const all = (await Promise.all(names.map(readProcess))).flat();
  const groups = new Set(all.filter(({ line }) => line.includes(folder)).map(({ group }) => group));
  return all.filter(({ group }) => groups.has(group));
}

function killAll(processes: readonly Process[]): void {
  if (processes.length === 0) throw new Error("there is nothing to kill");
  for (const { pid } of processes) process.kill(pid, "SIGKILL");
}

async function until(check: () => Promise<boolean> | boolean): Promise<void> {
  const end = performance.now() + 15_000;
  while (!(await check())) {
    if (performance.now() > end) throw new Error("it did not come to be");
    await delay(20);
  }
}

describe.skipIf(!chromium || process.platform !== "linux")("a browser in trouble", () => {
  let site: TestSite;
  let test: TestContext;
  let browser: TestBrowser;
  const open = (options: TestBrowserOptions = {}): TestBrowser =>
    openTestBrowser(test, { allow: () => ["127.0.0.1"], temporary: test.base, ...options });
  const text = (action: string, input?: Record<string, unknown>) => browser.text(action, input);
  const go = (path: string, more: object = {}) => text("navigate", { url: `${site.url}${path}`, ...more });

  beforeEach(async () => {
    site = await startSite();
    test = await createTestContext();
    browser = open();
  });
  afterEach(async () => {
    await browser.face.close();
    expect(await processesOf(test.base)).toEqual([]);
    await test.remove();
    await site.close();
  });

  it("says that a page did not answer, and shows what there is of one that does not end", async () => {
    expect(await go("/silent", { timeout_ms: 500 })).toBe(
      `FAILED ${site.url}/silent did not answer within 0.5 s.`,
    );
    const half = await go("/half", { timeout_ms: 500 });
    expect(half).toContain("The page is still loading after 0.5 s.");
    expect(half).toContain('heading "The first half"');
    const began = performance.now();
    expect(await go("/silent", { timeout_ms: 500 })).toContain("did not answer within 0.5 s.");
    expect(await text("snapshot")).toContain("The first half");
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(await go("/table")).toContain("Cake");
  });

  it("stops what leads nowhere and what does not end, and goes on with the page", async () => {
    await go("/form");
    expect(await text("evaluate", { script: "location.href = '/silent'" })).toContain(
      "The page that this leads to did not answer within 8 s; the old one is still there.",
    );
    await text("evaluate", { script: "setTimeout(() => { location.href = '/silent' }, 300)" });
    await until(() => site.hits.filter((hit) => hit === "GET /silent").length === 2);
    expect(await text("snapshot")).toContain("Newsletter");
    await text("evaluate", { script: "setTimeout(() => { for (;;); }, 200)" });
    await delay(400);
    expect(await text("content")).toContain("Newsletter");
  });

  it("stops a page that never gets ready, and shows what there is of it", { timeout: 30_000 }, async () => {
    const shown = await go("/busy", { timeout_ms: 500 });
    expect(shown).toContain("The page is still loading after 0.5 s.");
    expect(shown).toContain('heading "Before the loop"');
    expect(await go("/table")).toContain("Cake");
  });

  it("does not open what nobody vouches for", async () => {
    const server = await startSelfSigned();
    try {
      expect(await text("navigate", { url: server.url })).toBe(
        `FAILED The certificate of ${new URL(server.url).host} is not trusted (ERR_CERT_AUTHORITY_INVALID). The page was not opened.`,
      );
      expect(server.hits()).toBe(0);
    } finally {
      await server.close();
    }
  });

  it("tells what could not be reached", async () => {
    const gone = await startSite();
    await gone.close();
    expect(await text("navigate", { url: gone.url })).toBe(
      `FAILED ${gone.url}/ could not be opened (ECONNREFUSED).`,
    );
    expect(await go("/bad-gateway")).toContain("The server answered HTTP 502.");
  });

  it("closes a page that crashed and goes on with a fresh one", async () => {
    await go("/table");
    killAll(await renderers());
    await until(async () => (await text("tabs")).includes("No tab is open"));
    expect(await text("snapshot")).toBe(
      "FAILED The page crashed and was closed. Open it again: browser_navigate",
    );
    expect(await go("/table")).toContain("Cake");
  });

  it("says so when a page crashes under a call", async () => {
    await go("/table");
    const running = text("evaluate", { script: "new Promise(() => {})", timeout_ms: 10_000 });
    await delay(300);
    killAll(await renderers());
    expect(await running).toBe("FAILED The page crashed and was closed. Open it again: browser_navigate");
  });

  const renderers = async (): Promise<Process[]> =>
    (await processesOf(test.base)).filter(({ line }) => line.includes("--type=renderer"));

  it("says so when the browser is killed under a call, and starts a fresh one", async () => {
    await go("/form");
    const waiting = text("wait", { text: "never", seconds: 30 });
    await delay(300);
    killAll(await processesOf(test.base));
    const died =
      "FAILED The browser ended unexpectedly. Its tabs and cookies are gone; the next browser_navigate starts a fresh one.";
    expect(await waiting).toBe(died);
    expect(await text("click", { selector: "#name" })).toContain("FAILED No page is open");
    expect(await go("/table")).toContain("Cake");
    await until(
      async () =>
        (await readdir(test.base)).filter((name) => name.startsWith("skillmint-browser-")).length === 1,
    );
  });

  it("closes what nobody uses, and the process with the last of it", async () => {
    browser = open({ settings: { idleMinutes: 0.3 / 60 } });
    await go("/table");
    expect((await processesOf(test.base)).length).toBeGreaterThan(0);
    await until(async () => (await processesOf(test.base)).length === 0);
    expect(await text("snapshot")).toContain("FAILED No page is open");
    await until(
      async () => !(await readdir(test.base)).some((name) => name.startsWith("skillmint-browser-")),
    );
    expect(await go("/table")).toContain("Cake");
  });

  it("ends with an aborted call in under two seconds", async () => {
    await go("/table");
    const began = performance.now();
    const slow = Promise.allSettled([go("/silent")]);
    await until(() => site.hits.includes("GET /silent"));
    const aborted = performance.now();
    test.abort.abort();
    const [outcome] = await slow;
    expect(outcome?.status).toBe("rejected");
    expect(performance.now() - aborted).toBeLessThan(2_000);
    expect(aborted - began).toBeLessThan(10_000);
  });

  it("names the browser that cannot be started, and how to get one", async () => {
    browser = open({ settings: { executable: "/nowhere/chrome" } });
    expect(await go("/")).toBe(
      "FAILED The browser /nowhere/chrome cannot be started: there is no such program.",
    );
    browser = open({ settings: { executable: "/bin/false" } });
    expect(await go("/")).toContain("FAILED /bin/false did not start:");
    expect((await readdir(test.base)).filter((name) => name.startsWith("skillmint-browser-"))).toEqual([]);
  });

  it("acts only where the page was when the gate judged the call", async () => {
    await go("/form");
    const other = await startSite();
    try {
      const moved = await browser.textAfter("click", { selector: "#send-form" }, async () => {
        await browser.text("navigate", { url: other.url });
      });
      expect(moved).toContain(`FAILED The page is at ${other.url}/ by now`);
      expect(site.hits).not.toContain("POST /submit");
    } finally {
      await other.close();
    }
  });
});
