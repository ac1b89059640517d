import { randomBytes } from "node:crypto";
import { createRequestStateCodec, McpServer } from "@modelcontextprotocol/server";
import { listenFetch } from "../packages/cli/src/command/listen-fetch.ts";
import { createHttpHandler } from "../packages/core/src/mcp/serve/create-http-handler.ts";
import { createSkillServer } from "../packages/core/src/mcp/serve/create-skill-server.ts";
import { createRuntime } from "../packages/core/src/runtime.ts";
import { createSkillHost } from "../packages/core/src/runtime/mcp-serve.ts";
import { addInputTools } from "./mcp-conformance-inputs.fixture.ts";
import { addPrompts, addResources } from "./mcp-conformance-resources.fixture.ts";
import {
  addAskingTools,
  addContentTools,
  addSchemaTools,
  addTellingTools,
} from "./mcp-conformance-tools.fixture.ts";

/** Our server with the tools, prompts and resources that the suite looks for; prints its address. */
const warn = (text: string): void => void process.stderr.write(`${text}\n`);
const runtime = await createRuntime();
const folder = process.cwd();
const host = createSkillHost({ runtime, folder, version: "0", warn });
const { language } = runtime;
const key = randomBytes(32);
const codec = createRequestStateCodec({ key });
const make = await createSkillServer({ host, language, version: "0", folder, warn, key });
const handler = await createHttpHandler({
  factory: async (context) => {
    const server = await make(context);
    if (!(server instanceof McpServer)) throw new Error("our servers are of the SDK's high kind");
    addContentTools(server);
    addTellingTools(server);
    addSchemaTools(server);
    addAskingTools(server);
    addInputTools(server, (payload, each) => codec.mint(payload, each));
    addPrompts(server);
    addResources(server);
    return server;
  },
  path: "/mcp",
  warn,
});
const listening = await listenFetch(handler.fetch, { port: 0, host: "127.0.0.1", warn });
process.stdout.write(`${listening.url}/mcp\n`);
process.stdin.resume().once("end", () => {
  void handler
    .close()
    .then(() => listening.close())
    .then(() => runtime.close());
});
