import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import type { Client, JsonSchemaValidator, jsonSchemaValidator } from "@modelcontextprotocol/client";
import type { ActiveCall, Calls } from "./connection-calls.ts";
import { answerElicitation, answerSampling } from "./connection-asks.ts";
import type { McpWords } from "./failure.ts";

/**
 * `legacy`: the handshake that every server knows. `auto`: asks first whether the server knows the stateless protocol.
 */
export type Negotiation = "legacy" | "auto";

export interface ClientSetup {
  version: string;
  negotiation: Negotiation;
  roots: readonly string[];
  calls: Calls;
  words: McpWords;
  onToolsChanged(): void;
}

/**
 * Schemas come from servers: a pattern in one may take forever, a reference may lead anywhere. Nothing is checked
 * against them here, the server checks what it is given itself.
 */
const unchecked: jsonSchemaValidator = {
  getValidator<T>(): JsonSchemaValidator<T> {
    return (input) => ({ valid: true, data: input as T, errorMessage: undefined });
  },
};

/** While somebody is asked, the server is not late. */
async function pausing<T>(call: ActiveCall | undefined, work: () => Promise<T>): Promise<T> {
  call?.clock.pause();
  try {
    return await work();
  } finally {
    call?.clock.resume();
  }
}

/** A client of the SDK that answers what servers ask for. It is used for one connection only. */
export async function createClient(setup: ClientSetup): Promise<Client> {
  const { Client: SdkClient, ProtocolError } = await import("@modelcontextprotocol/client");
  const { calls, words } = setup;
  const client = new SdkClient(
    { name: "skillmint-runtime", version: setup.version },
    {
      capabilities: { roots: {}, sampling: {}, elicitation: { form: { applyDefaults: true }, url: {} } },
      jsonSchemaValidator: unchecked,
      versionNegotiation: { mode: setup.negotiation },
      // At once: what is called next has to be what the server has by then.
      listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: () => setup.onToolsChanged() } },
    },
  );
  client.setRequestHandler("roots/list", () => ({
    roots: setup.roots.map((folder) => ({ uri: pathToFileURL(folder).href, name: basename(folder) })),
  }));
  client.setRequestHandler("elicitation/create", ({ params }, { mcpReq }) => {
    const call = calls.related();
    return pausing(call, () => answerElicitation(params, call, mcpReq.signal));
  });
  client.setRequestHandler("sampling/createMessage", async ({ params }, { mcpReq }) => {
    const call = calls.related();
    const answer = await pausing(call, () => answerSampling(params, call, mcpReq.signal, words));
    // The code that the protocol has for a person who did not want it.
    if (!answer) throw new ProtocolError(-1, "declined");
    return answer;
  });
  return client;
}
