import { tmpdir } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { isAllowedHost } from "../network/allowed-hosts.ts";
import type { Guard } from "../network/guard.ts";
import type { Language } from "../protocol/index.ts";
import { ToolFailure, type ToolContext } from "../tool/define-tool.ts";
import { makeOwnedFolder } from "../workspace/owned-folder.ts";
import { WorkspaceError } from "../workspace/workspace-error.ts";
import type { Action, ActionCall, Shown } from "./action.ts";
import { BrowserFailure, createPageWords, plainMessage, isTimeout } from "./browser-failure.ts";
import type { BrowserFace, FaceCall } from "./browser-face.ts";
import type { BrowserAction } from "./browser-inputs.ts";
import { openBrowserSession, type BrowserSession } from "./browser-session.ts";
import { createBrowserSessions } from "./browser-sessions.ts";
import { maxDownloadBytes } from "./collect-downloads.ts";
import { click, press, select, type } from "./element-actions.ts";
import { evaluate } from "./evaluate.ts";
import { findChromium } from "./find-chromium.ts";
import { launchChromium } from "./launch-chromium.ts";
import { back, content, snapshot, tabs, wait } from "./look-actions.ts";
import { navigate } from "./navigate.ts";
import { screenshot } from "./screenshot.ts";
import type { AddressTerms } from "./session-guard.ts";
import { createSharedBrowser } from "./shared-browser.ts";
import { createWordRefusal } from "./word-refusal.ts";

export interface BrowserSettings {
  executable?: string | undefined;
  headless?: boolean | undefined;
  idleMinutes?: number | undefined;
}

export interface OpenBrowsersOptions {
  language: Language;
  env: Readonly<Record<string, string | undefined>>;
  /** Where the Chromium of a package is unpacked to. */
  cache: string;
  guard: Pick<Guard, "check" | "allowing">;
  /** Read whenever a browser starts. */
  settings(): Promise<BrowserSettings>;
  /** Hosts that a person named in their configuration: they may lie on a private network. Default: none. */
  hosts?(context: ToolContext): Promise<readonly string[]>;
  /** Default: 200 MB. */
  maxDownloadBytes?: number;
  /** Where the browser's own files lie. Default: the folder for temporary files. */
  temporary?: string;
}

const defaultIdleMinutes = 10;
const minuteMs = 60_000;
const endMs = 1_000;

/** Each is given what the schema of its own tool has let through. */
const actions = {
  navigate,
  click,
  type,
  select,
  press,
  wait,
  snapshot,
  screenshot,
  evaluate,
  content,
  tabs,
  back,
} as unknown as Record<Exclude<BrowserAction, "close">, Action<Record<string, unknown>>>;

/** Tools whose rules about addresses hold for all that the browser reaches. */
const addressTools = ["browser_navigate", "WebFetch"];

function termsOf({ judge, names }: ToolContext, hosts: readonly string[]): AddressTerms {
  return {
    mayReach: (url) =>
      addressTools.every((tool) => {
        const judged = (resources: { kind: "url"; url: string }[]) =>
          judge?.({ tool, effect: "interact", resources }) ?? "allow";
        // A rule about the tool as a whole says nothing of an address.
        return judged([{ kind: "url", url }]) === "allow" || judged([]) !== "allow";
      }),
    isNamed: (url) =>
      isAllowedHost(new URL(url), hosts) ||
      addressTools.some((tool) => names?.({ tool, effect: "network", resources: [{ kind: "url", url }] })),
  };
}

/** Whether the browser or the page ended is known a moment after a call to it failed. */
async function hasEnded(session: BrowserSession): Promise<boolean> {
  for (let waited = 0; waited < endMs && session.isAlive(); waited += 50) await delay(50);
  return !session.isAlive();
}

/** The browsers of a runtime, with everything that is needed to drive them. */
export function openBrowsers(options: OpenBrowsersOptions): BrowserFace {
  const { language, env } = options;
  const words = createPageWords(language);
  const wordRefusal = createWordRefusal(language);
  let idleMs = defaultIdleMinutes * minuteMs;
  const browser = createSharedBrowser({
    makeFolder: () => makeOwnedFolder(options.temporary ?? tmpdir(), "browser"),
    launch: async (folder) => {
      const { executable: setting, headless = true, idleMinutes } = await options.settings();
      idleMs = (idleMinutes ?? defaultIdleMinutes) * minuteMs;
      const chromium = await findChromium({ setting, env, cache: options.cache, words });
      return launchChromium({ chromium, headless, folder, env, words });
    },
  });
  const sessions = createBrowserSessions({
    words,
    idleMs: () => idleMs,
    openSession: () =>
      openBrowserSession({
        browser,
        guard: options.guard,
        words,
        wordRefusal,
        locale: language === "zh-CN" ? "zh-CN" : "en-US",
        maxDownloadBytes: options.maxDownloadBytes ?? maxDownloadBytes,
      }),
  });

  async function explain(error: unknown, session: BrowserSession): Promise<unknown> {
    if (error instanceof BrowserFailure || error instanceof ToolFailure || WorkspaceError.is(error))
      return error;
    const message = plainMessage(error);
    if (session.takeCrash() || /crashed/i.test(message))
      return new BrowserFailure(words("browser.pageCrashed"), { cause: error });
    const isClosed = /has been closed|Target closed|disconnected/i.test(message);
    if (isClosed && (await hasEnded(session)))
      return new BrowserFailure(words("browser.died"), { cause: error });
    if (isClosed) return new BrowserFailure(words("browser.news.tabClosed"), { cause: error });
    if (isTimeout(error)) return new BrowserFailure(words("browser.stuck"), { cause: error });
    return new BrowserFailure(words("browser.failed", { message }), { cause: error });
  }

  return {
    urlOf: (id) => sessions.urlOf(id),
    async act(action, { input, context, ...more }: FaceCall): Promise<Shown> {
      const { sessionId, signal } = context;
      if (action === "close") {
        await context.begin();
        await sessions.closeSession(sessionId);
        return { said: words("browser.close.done") };
      }
      return sessions.use(sessionId, { open: action === "navigate", signal }, async (session) => {
        session.guard.setTerms(termsOf(context, (await options.hosts?.(context)) ?? []));
        const call: ActionCall<Record<string, unknown>> = {
          input,
          context,
          session,
          words,
          wordRefusal,
          ...more,
        };
        try {
          return await actions[action](call);
        } catch (error) {
          if (signal.aborted) throw error;
          throw await explain(error, session);
        }
      });
    },
    async close() {
      await Promise.allSettled([sessions.close(), browser.close()]);
    },
  };
}
