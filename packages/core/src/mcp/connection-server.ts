import type { Client, Progress } from "@modelcontextprotocol/client";
import { pagesToVisit } from "./connection-asks.ts";
import type { ActiveCall, Calls } from "./connection-calls.ts";
import type { Lifecycle } from "./connection-lifecycle.ts";
import { anything, listAll, toPrompts, toResources, toTools } from "./connection-lists.ts";
import type { LiveServer } from "./connection-start.ts";
import { foreverMs } from "./connection-clock.ts";
import type { McpCallOptions, McpConnection, McpServer, McpToolInfo } from "./connection.ts";
import { toCallResult, toPromptText, toResourceParts } from "./content.ts";
import { quote, type Failures, type McpFailure } from "./failure.ts";

const progressChars = 500;

export interface ServerSetup {
  server: McpServer;
  lifecycle: Lifecycle;
  calls: Calls;
  failures: Failures;
}

/** What one server can be asked, whoever asks. */
export type ServerRequests = Pick<
  McpConnection,
  "tools" | "call" | "resources" | "readResource" | "prompts" | "prompt" | "client"
>;

function toProgress({ message, progress, total }: Progress): string {
  const share = total === undefined ? String(progress) : `${progress}/${total}`;
  return quote(message ?? share).slice(0, progressChars);
}

export function createServerRequests(setup: ServerSetup): ServerRequests {
  const { server, lifecycle, calls, failures } = setup;
  const seconds = Math.round(server.callMs / 1_000);
  let known = new Map<string, McpToolInfo>();

  /** Does one thing with the running server, once more where it had forgotten us and so did nothing. */
  async function perform<T>(
    work: (client: Client, call: ActiveCall) => Promise<T>,
    signal: AbortSignal | undefined,
    asks?: Pick<McpCallOptions, "elicit" | "sample">,
  ): Promise<T> {
    for (let again = false; ; again = true) {
      const live = await lifecycle.ensure(signal);
      try {
        return await calls.run(
          {
            signal,
            idleMs: server.callMs,
            late: () => failures.make("callTime", { seconds }),
            lost: () => failures.make("lost", { detail: "" }),
            ...(asks ? { asks } : {}),
          },
          (call) => work(live.client, call),
        );
      } catch (error) {
        signal?.throwIfAborted();
        if (live.isForgotten(error) && !again) {
          await lifecycle.drop(live);
          continue;
        }
        throw await toThrown(live, error);
      }
    }
  }

  async function toThrown(live: LiveServer, error: unknown): Promise<McpFailure> {
    await live.learn(error);
    const failure = live.explain(error);
    if (!live.isAlive()) await lifecycle.drop(live, failure);
    return failure;
  }

  async function send(
    client: Client,
    call: ActiveCall,
    tool: string,
    input: Record<string, unknown>,
    options: McpCallOptions,
  ): Promise<unknown> {
    const params = { name: tool, arguments: input };
    const request = {
      signal: call.signal,
      timeout: foreverMs,
      onprogress(progress: Progress) {
        call.clock.touch();
        options.progress?.(toProgress(progress));
      },
    };
    if (client.getProtocolEra() !== "modern")
      return client.request({ method: "tools/call", params }, anything, request);
    // Without what the tool's results look like: they are not checked. What its input looks like decides on headers.
    const schema = known.get(tool)?.inputSchema;
    return client.callTool(params, {
      ...request,
      ...(schema
        ? { toolDefinition: { name: tool, inputSchema: { ...schema, type: "object" as const } } }
        : {}),
    });
  }

  /** Some servers refuse until a person has visited a page: then they are asked, and the call is made again. */
  async function visitPages(error: unknown, call: ActiveCall): Promise<boolean> {
    const pages = pagesToVisit(error);
    const { elicit } = call.asks;
    if (pages.length === 0 || !elicit) return false;
    call.clock.pause();
    try {
      for (const page of pages) if ((await elicit(page, call.signal)).action !== "accept") return false;
      return true;
    } finally {
      call.clock.resume();
    }
  }

  return {
    async tools(signal) {
      const entries = await perform((client, call) => listAll(client, "tools/list", call.signal), signal);
      const tools = toTools(entries);
      known = new Map(tools.map((tool) => [tool.name, tool]));
      return tools;
    },
    async call(tool, input, options) {
      const result = await perform(
        async (client, call) => {
          try {
            return await send(client, call, tool, input, options);
          } catch (error) {
            if (!(await visitPages(error, call))) throw error;
            return send(client, call, tool, input, options);
          }
        },
        options.signal,
        options,
      );
      return toCallResult(result, failures.words);
    },
    async resources(signal) {
      const work = (client: Client, call: ActiveCall) => listAll(client, "resources/list", call.signal);
      return toResources(await perform(work, signal));
    },
    async readResource(uri, signal) {
      const result = await perform(
        (client, call) =>
          client.request({ method: "resources/read", params: { uri } }, anything, {
            signal: call.signal,
            timeout: foreverMs,
          }),
        signal,
      );
      return toResourceParts(result, failures.words);
    },
    async prompts(signal) {
      return toPrompts(await perform((client, call) => listAll(client, "prompts/list", call.signal), signal));
    },
    async prompt(name, input, signal) {
      const result = await perform(
        (client, call) =>
          client.request({ method: "prompts/get", params: { name, arguments: { ...input } } }, anything, {
            signal: call.signal,
            timeout: foreverMs,
          }),
        signal,
      );
      return toPromptText(result, failures.words);
    },
    client: async (signal) => (await lifecycle.ensure(signal)).client,
  };
}
