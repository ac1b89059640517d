import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";

/**
 * An MCP server without any library, for tests: `node plain-server.fixture.ts FOLDER`. Its tools are the names in
 * FOLDER/tools.json where that is there; every start is a line in FOLDER/starts.
 */
const folder = process.argv[2] ?? ".";
appendFileSync(`${folder}/starts`, `${process.pid} ${process.cwd()} ${process.env["PLAIN_MARK"] ?? ""}\n`);

interface Message {
  id?: number | string;
  method?: string;
  params?: { name?: string; uri?: string; arguments?: Record<string, unknown> };
  result?: unknown;
  error?: unknown;
}

const usual = ["echo", "ask", "page", "write", "grow", "fail", "image"];
let grown: string[] = [];
let next = 1;
const waiting = new Map<number | string, (message: Message) => void>();

const send = (message: object): void =>
  void process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

function request(method: string, params: object): Promise<Message> {
  const id = `own-${next++}`;
  send({ id, method, params });
  return new Promise((resolve) => waiting.set(id, resolve));
}

function toolNames(): string[] {
  const file = `${folder}/tools.json`;
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as string[]) : [...usual, ...grown];
}

/** `name!` is a tool whose description is another. */
function listTools() {
  return toolNames().map((written) => ({
    name: written.replace("!", ""),
    description: `The tool ${written}`,
    inputSchema: { type: "object", properties: { message: { type: "string" } } },
  }));
}

const form = {
  type: "object",
  properties: {
    city: { type: "string", title: "City" },
    guests: { type: "integer", minimum: 1, maximum: 9 },
    window: { type: "boolean" },
    meal: { type: "string", enum: ["fish", "cake"], enumNames: ["Fish", "Cake"] },
    extras: { type: "array", items: { type: "string", enum: ["tea", "milk"] } },
  },
  required: ["city", "guests"],
};

const text = (value: string) => ({ content: [{ type: "text", text: value }] });

async function call(name: string, input: Record<string, unknown>): Promise<object> {
  if (name === "echo") return text(`echo: ${String(input["message"])}`);
  if (name === "ask") {
    const reply = await request("elicitation/create", {
      message: "Where to?",
      requestedSchema: input["empty"] ? { type: "object", properties: {} } : form,
    });
    return text(JSON.stringify(reply.result ?? reply.error));
  }
  if (name === "page") {
    const url = String(input["url"]);
    const reply = await request("elicitation/create", {
      mode: "url",
      message: "Look",
      url,
      elicitationId: "e1",
    });
    return text(JSON.stringify(reply.result ?? reply.error));
  }
  if (name === "write") {
    const replies: unknown[] = [];
    for (let count = 0; count < Number(input["times"] ?? 1); count += 1) {
      const messages = [{ role: "user", content: { type: "text", text: "sample me" } }];
      const reply = await request("sampling/createMessage", { messages, maxTokens: 100_000 });
      replies.push(reply.result ?? reply.error);
    }
    return text(JSON.stringify(replies));
  }
  if (name === "grow") {
    grown = [...grown, `grown${grown.length}`];
    send({ method: "notifications/tools/list_changed" });
    return text("grown");
  }
  if (name === "image")
    return {
      content: [
        {
          type: "image",
          mimeType: "image/png",
          data: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
        },
      ],
    };
  if (name === "fail") return { isError: true, ...text("it failed on purpose") };
  return text(`called ${name}`);
}

const prompts = [
  {
    name: "review",
    description: "Looks at code",
    arguments: [{ name: "file", required: true }, { name: "tone" }],
  },
];

async function answer({ id, method, params }: Message): Promise<void> {
  const reply = (result: object): void => send({ id, result });
  switch (method) {
    case "initialize":
      return reply({
        protocolVersion: "2025-06-18",
        capabilities: { tools: { listChanged: true }, prompts: {}, resources: {} },
        serverInfo: { name: "plain", version: "1" },
        instructions: "Be plain.",
      });
    case "tools/list":
      return reply({ tools: listTools() });
    case "tools/call":
      return reply(await call(params?.name ?? "", params?.arguments ?? {}));
    case "prompts/list":
      return reply({ prompts });
    case "prompts/get":
      return reply({
        messages: [
          { role: "user", content: { type: "text", text: `Review: ${JSON.stringify(params?.arguments)}` } },
        ],
      });
    case "resources/list":
      return reply({ resources: [{ uri: "plain://one", name: "One" }] });
    case "resources/read":
      return reply({ contents: [{ uri: params?.uri, mimeType: "text/plain", text: "the resource" }] });
    case "ping":
      return reply({});
    default:
      if (id !== undefined) send({ id, error: { code: -32601, message: "no such method" } });
  }
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line) as Message;
  const wait = message.method === undefined && message.id !== undefined ? waiting.get(message.id) : undefined;
  if (wait) wait(message);
  else void answer(message);
});
