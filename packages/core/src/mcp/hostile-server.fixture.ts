import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";

/**
 * A server on standard streams without any SDK that does what servers should not. How it starts is its first argument,
 * its second a file that it writes down what it was told in; what else goes wrong is the name of a tool.
 */
const [mode = "ok", log = ""] = process.argv.slice(2);

interface Message {
  id?: number;
  method?: string;
  params?: { name?: string; arguments?: Record<string, unknown>; protocolVersion?: string; cursor?: string };
  result?: unknown;
}

const print = (text: string): boolean => process.stdout.write(text);
const send = (message: object): boolean => print(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const note = (text: string): void => {
  if (log) appendFileSync(log, `${text}\n`);
};
const reply = (id: number | undefined, result: object): boolean =>
  send({ id, result: mode === "modern" ? { resultType: "complete", ...result } : result });
const say = (id: number | undefined, text: string): boolean =>
  reply(id, { content: [{ type: "text", text }] });

let names = ["echo", "crash"];
let asked = 0;
const waiting = new Map<number, (answer: unknown) => void>();

function ask(method: string, params: object): Promise<unknown> {
  const id = (asked += 1);
  send({ id, method, params });
  return new Promise((resolve) => waiting.set(id, resolve));
}

/** As much as the pipe takes: whoever reads decides how fast. */
async function printMany(piece: string, count: number): Promise<void> {
  for (let each = 0; each < count; each += 1)
    if (!print(piece)) await new Promise((resolve) => process.stdout.once("drain", resolve));
}

const form = (message: unknown) => ({
  message,
  requestedSchema: { type: "object", properties: { city: { type: "string" } } },
});

const tools: Record<string, (id: number | undefined, input: Record<string, unknown>) => unknown> = {
  echo: (id, input) => say(id, JSON.stringify(input)),
  crash() {
    process.stderr.write("\u001b[31mout of luck\u001b[0m\n", () => process.exit(7));
  },
  hang: () => undefined,
  environment: (id, input) => say(id, process.env[String(input["name"])] ?? "(unset)"),
  async line(id, input) {
    await printMany("x".repeat(1024 * 1024), Number(input["megabytes"]));
    print("\n");
    say(id, "after the line");
  },
  async huge(id, input) {
    print(`{"result":{"content":[{"type":"text","text":"`);
    await printMany("y".repeat(1024 * 1024), Number(input["megabytes"]));
    print(`"}]},"jsonrpc":"2.0","id":${id}}\n`);
  },
  whole: (id, input) => say(id, "z".repeat(Number(input["megabytes"]) * 1024 * 1024)),
  content: (id) =>
    reply(id, {
      content: [
        { type: "text", text: "first" },
        { type: "image", mimeType: "image/png", data: "%%% no base64 %%%" },
        { type: "image", mimeType: "text/html", data: "AAAA" },
        { type: "hologram" },
        null,
      ],
      structuredContent: { anything: ["a", 1] },
    }),
  change(id) {
    names = ["echo", "added"];
    send({ method: "notifications/tools/list_changed" });
    say(id, "changed");
  },
  async slow(id, input) {
    for (let step = 1; step <= 4; step += 1) {
      await new Promise((resolve) => setTimeout(resolve, Number(input["everyMs"])));
      send({ method: "notifications/progress", params: { progressToken: id, progress: step, total: 4 } });
    }
    say(id, "slowly done");
  },
  ask: async (id, input) => say(id, JSON.stringify(await ask("elicitation/create", form(input["message"])))),
  page: async (id, input) => {
    const params = { mode: "url", elicitationId: "e", message: "visit", url: input["url"] };
    say(id, JSON.stringify(await ask("elicitation/create", params)));
  },
  refuse: (id) =>
    send({ id, error: { code: -32_603, message: `no: ${process.env["PRIVATE_TOKEN"] ?? "nothing"}` } }),
};

function list(cursor: string | undefined): object {
  if (mode === "pages") {
    const page = Number(cursor ?? 0);
    const entries = Array.from({ length: 300 }, (_, at) => ({
      name: `t${page * 300 + at}`,
      inputSchema: {},
    }));
    return { tools: entries, nextCursor: String(page + 1) };
  }
  if (mode === "circle") return { tools: [{ name: `c${cursor ?? ""}` }], nextCursor: "again" };
  if (mode === "schemas") {
    const hostile = {
      type: "object",
      $ref: "http://127.0.0.1:9/schema.json",
      properties: { text: { type: "string", pattern: "^(a+)+$" } },
    };
    return {
      tools: [
        { name: "echo", inputSchema: hostile, outputSchema: hostile },
        { name: "echo", description: "a second one" },
        { description: "without a name" },
        "no tool",
        { name: "bare", inputSchema: 5, annotations: { title: "Bare", readOnlyHint: true } },
      ],
    };
  }
  return { tools: names.map((name) => ({ name, description: name, inputSchema: { type: "object" } })) };
}

function initialize({ id, params }: Message): unknown {
  if (mode === "hang") return undefined;
  if (mode === "modern") return send({ id, error: { code: -32_601, message: "Method not found" } });
  return reply(id, {
    protocolVersion: mode === "version" ? "1999-01-01" : params?.protocolVersion,
    capabilities: { tools: { listChanged: true }, resources: {}, prompts: {} },
    serverInfo: { name: "hostile", version: "1" },
    instructions: "Be careful.",
  });
}

function handle(message: Message): unknown {
  const { id, method, params } = message;
  note(JSON.stringify(method === undefined ? { result: message.result } : { method, params }));
  if (method === undefined) return waiting.get(id ?? 0)?.(message.result);
  if (method === "initialize") return initialize(message);
  if (method === "server/discover" && mode === "modern")
    return reply(id, {
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: {} },
      serverInfo: { name: "hostile", version: "1" },
      ttlMs: 0,
      cacheScope: "private",
    });
  if (method === "tools/list") return reply(id, { ...list(params?.cursor), ttlMs: 0, cacheScope: "private" });
  if (method === "tools/call")
    return (tools[params?.name ?? ""] ?? tools["hang"])?.(id, params?.arguments ?? {});
  return id === undefined ? undefined : send({ id, error: { code: -32_601, message: "Method not found" } });
}

if (mode === "stubborn") {
  process.on("SIGTERM", () => undefined);
  // Goes to another session, and its own child with it.
  spawn("sh", ["-c", "trap '' TERM; sleep 120 & wait"], { detached: true, stdio: "ignore" }).unref();
  setInterval(() => undefined, 1_000);
} else if (mode !== "hang") process.stdin.on("end", () => process.exit(0));

if (mode === "crash") {
  process.stderr.write("cannot find my settings\n", () => process.exit(3));
} else {
  if (mode === "garbage") print(`Listening…\n\n{"half": \n[1,2,3]\n{"jsonrpc":"1.0"}\n`);
  if (mode === "hang") process.stderr.write("still loading\n");
  createInterface({ input: process.stdin }).on("line", (line) => {
    void handle(JSON.parse(line) as Message);
  });
}
