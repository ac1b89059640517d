import type { BrowserFace } from "../browser/browser-face.ts";
import { createBrowserTools } from "../browser/create-browser-tools.ts";
import { loadConfig } from "../environment/config.ts";
import type { Home } from "../environment/home.ts";
import type { Guard } from "../network/guard.ts";
import { createTranslate, type Language, type SessionId, type SessionView } from "../protocol/index.ts";
import type { Tool } from "../tool/define-tool.ts";
import type { BrowserActions } from "./browser-actions.ts";
import type { ReadFolderConfig } from "./folder-config.ts";

export interface BrowsersOptions {
  env: Readonly<Record<string, string | undefined>>;
  home: Home;
  language: Language;
  guard: Guard;
  config: ReadFolderConfig;
  openView(id: SessionId): Promise<SessionView>;
}

export interface Browsers {
  tools: Tool[];
  api: BrowserActions;
  /** Ends the browser, if one runs. */
  close(): Promise<void>;
}

/** The browser of a runtime. Nothing of it is loaded, and no process started, before the first call. */
export function createBrowsers(options: BrowsersOptions): Browsers {
  const { env, home, language, guard } = options;
  let opening: Promise<BrowserFace> | undefined;
  let opened: BrowserFace | undefined;

  async function open(): Promise<BrowserFace> {
    const { openBrowsers } = await import("../browser/open-browsers.ts");
    opened = openBrowsers({
      language,
      env,
      cache: home.cache,
      guard,
      settings: async () => (await loadConfig(home, { language })).config.browser ?? {},
      hosts: async ({ workspace, session }) => {
        const { config } = await options.config(workspace.root, session().settings.environment);
        return config.network?.allow ?? [];
      },
    });
    return opened;
  }

  const face: BrowserFace = {
    urlOf: (id) => opened?.urlOf(id),
    act: async (action, call) => (await (opening ??= open())).act(action, call),
    close: async () => (await opening)?.close(),
  };
  const tools = createBrowserTools({ face, language, t: createTranslate(language) });
  return {
    tools,
    api: {
      act: async (action, input, where) => {
        const { actInBrowser } = await import("./browser-actions.ts");
        return actInBrowser({ ...options, tools }, action, input, where);
      },
    },
    close: () => face.close(),
  };
}
