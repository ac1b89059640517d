import { loadConfig, type Config } from "../environment/config.ts";
import type { Home } from "../environment/home.ts";
import type { Secrets } from "../environment/secrets.ts";
import { createInternetTools } from "../internet/create-internet-tools.ts";
import type { Page, PageElsewhere } from "../internet/page.ts";
import type { PageCache } from "../internet/page-cache.ts";
import type { Summarize, WebFetchParts } from "../internet/run-web-fetch.ts";
import type { Searched, WebSearchInput, WebSearchParts } from "../internet/run-web-search.ts";
import { createGuard } from "../network/create-guard.ts";
import type { Guard } from "../network/guard.ts";
import { proxyFromVariables } from "../network/proxy-variables.ts";
import { SkillmintError, type Language } from "../protocol/index.ts";
import { ToolFailure, type Tool, type ToolContext } from "../tool/define-tool.ts";
import type { ReadFolderConfig } from "./folder-config.ts";
import { createSearchKeys, type SearchKeys } from "./search-keys.ts";

export interface InternetOptions {
  env: Readonly<Record<string, string | undefined>>;
  home: Home;
  language: Language;
  secrets: Pick<Secrets, "getKey" | "setKey" | "removeKey" | "list">;
  /** What holds in a session's folder. */
  config: ReadFolderConfig;
}

/** The web for those who are not a session: a person's own search, a server's routes. Failures are `web-failed`. */
export interface Internet {
  /** The one way out. Hosts that a person named come on top of it with `allowing`. */
  readonly guard: Guard;
  /** A port of this machine that is ours from now on: nothing reaches it through the guard. */
  claimPort(port: number): void;
  search(input: WebSearchInput, signal?: AbortSignal): Promise<Searched & { output: string }>;
  fetchPage(url: string, signal?: AbortSignal): Promise<Page | PageElsewhere>;
  readonly searchKeys: SearchKeys;
}

export interface InternetParts {
  api: Internet;
  tools: Tool[];
  close(): Promise<void>;
}

const maxSummaryTokens = 2_000;
/** What a small model is given of a page. */
const maxReadChars = 100_000;

/** Hosts of the address that rules of the person name: with any port where they do not say which. */
function namedHosts(context: Pick<ToolContext, "names">, url: URL): string[] {
  const isNamed = (address: string): boolean =>
    context.names?.({ tool: "WebFetch", effect: "network", resources: [{ kind: "url", url: address }] }) ??
    false;
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  if (!isNamed(url.href)) return [];
  return isNamed(`${url.protocol}//${url.hostname}:1/`) ? [url.hostname] : [`${url.hostname}:${port}`];
}

export function createInternet(options: InternetOptions): InternetParts {
  const { env, home, language, secrets } = options;
  const ownPorts = new Set<number>();
  const guard = createGuard({ ownPorts: () => [...ownPorts], proxy: proxyFromVariables(env) });
  let cache: PageCache | undefined;

  const ownConfig = async (): Promise<Config> => (await loadConfig(home, { language })).config;
  const configOf = async ({ workspace, session }: ToolContext): Promise<Config> =>
    (await options.config(workspace.root, session().settings.environment)).config;

  const summarize: Summarize = async ({ system, text, prompt }, context) => {
    const { smallModel: model } = (await ownConfig()).internet ?? {};
    if (model === undefined || !context.sample) return undefined;
    const question = `${text.slice(0, maxReadChars)}\n\n---\n\n${prompt}`;
    const messages = [{ role: "user" as const, content: [{ type: "text" as const, text: question }] }];
    const request = { model, system, messages, maxTokens: maxSummaryTokens };
    return (await context.sample(request, context.signal)).text;
  };

  const searching = async (): Promise<WebSearchParts> => ({
    language,
    guard,
    env,
    secrets,
    settings: async () => (await ownConfig()).internet?.search ?? {},
  });

  const fetching = async (): Promise<WebFetchParts> => {
    const { createPageCache } = await import("../internet/page-cache.ts");
    cache ??= createPageCache();
    return {
      language,
      cache,
      summarize,
      openGuard: async (context, url) => {
        const { network } = await configOf(context);
        return guard.allowing([...(network?.allow ?? []), ...namedHosts(context, new URL(url))]);
      },
    };
  };

  /** Failures in the words that a tool would have for them. */
  async function inWords<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const { explainFetch } = await import("../internet/run-web-fetch.ts");
      const explained = explainFetch(error, language);
      if (!(explained instanceof ToolFailure)) throw explained;
      throw new SkillmintError("web-failed", { params: { message: explained.message }, cause: error });
    }
  }

  return {
    tools: createInternetTools({ language, fetching, searching }),
    api: {
      guard,
      searchKeys: createSearchKeys({ env, home, language, secrets }),
      claimPort: (port) => void ownPorts.add(port),
      search: (input, signal = new AbortController().signal) =>
        inWords(async () => {
          const [{ search }, { formatResults }, { createInternetWords }] = await Promise.all([
            import("../internet/run-web-search.ts"),
            import("../internet/search/format-results.ts"),
            import("../internet/words.ts"),
          ]);
          const searched = await search(input, await searching(), signal);
          const output = formatResults(searched.hits, input.query, createInternetWords(language));
          return { ...searched, output };
        }),
      fetchPage: (url, signal = new AbortController().signal) =>
        inWords(async () => {
          const { fetchPage } = await import("../internet/fetch-page.ts");
          const { network } = await ownConfig();
          const wider = guard.allowing(network?.allow ?? []);
          try {
            return await fetchPage(url, { guard: wider, language, signal });
          } finally {
            await wider.close();
          }
        }),
    },
    close: () => guard.close(),
  };
}
