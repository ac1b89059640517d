import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { childEnvironment } from "../workspace/child-environment.ts";
import { BrowserFailure, plainMessage, type PageWords } from "./browser-failure.ts";
import type { Chromium } from "./find-chromium.ts";

export interface LaunchOptions {
  chromium: Chromium;
  headless: boolean;
  /** Of this process alone; everything that the browser writes lies in it. */
  folder: string;
  env: Readonly<Record<string, string | undefined>>;
  words: PageWords;
}

export interface Launched {
  browser: Browser;
  /** Of the browser's main process, which leads a group of its own. */
  pid: number | undefined;
}

const launchMs = 30_000;

/**
 * Nothing leaves the browser but through the proxy of a context: names are not looked up, datagrams not sent, and what
 * belongs to no context meets a proxy that is not there.
 */
const nowhere = { server: "http://127.0.0.1:9", bypass: "<-loopback>" };
const args = [
  "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
  "--dns-prefetch-disable",
  "--disable-quic",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--no-pings",
  "--disable-domain-reliability",
];

const needsNoSandbox = /sandbox|namespace|No usable|zygote/i;

async function tryLaunch(options: LaunchOptions, chromiumSandbox: boolean): Promise<Launched> {
  const { chromium, folder, headless, env } = options;
  const { chromium: type } = await import("playwright-core");
  const artifacts = join(folder, "artifacts");
  await mkdir(artifacts, { recursive: true });
  // Only a profile of one's own can be put into a folder of one's own; its context stays unused.
  const context = await type.launchPersistentContext(join(folder, "profile"), {
    executablePath: chromium.executable,
    headless,
    chromiumSandbox,
    artifactsDir: artifacts,
    proxy: nowhere,
    args,
    env: { ...childEnvironment(env), ...chromium.env },
    timeout: launchMs,
    // Signals are for whoever owns this process; the browser ends when the pipe to it does.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  const browser = context.browser();
  if (!browser) throw new Error("no browser");
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  return { browser, pid: processInfo.find(({ type: kind }) => kind === "browser")?.id };
}

/** Starts a browser, with its own sandbox where the system lets it have one: which is found out by trying. */
export async function launchChromium(options: LaunchOptions): Promise<Launched> {
  const { words, chromium } = options;
  const fail = (error: unknown): BrowserFailure =>
    new BrowserFailure(
      words("browser.startFailed", { path: chromium.executable, message: plainMessage(error) }),
      { cause: error },
    );
  const isRoot = process.platform === "linux" && process.getuid?.() === 0;
  if (!isRoot) {
    try {
      return await tryLaunch(options, true);
    } catch (error) {
      if (process.platform !== "linux" || !needsNoSandbox.test(String(error))) throw fail(error);
    }
  }
  try {
    return await tryLaunch(options, false);
  } catch (error) {
    throw fail(error);
  }
}
