import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { answerWithFault, pause, sendWhole, streamReply } from "./fault.ts";
import { normalRequest } from "./normal-request.ts";
import { parseObject, stringOf } from "./read-json.ts";
import { idMaker, replyOf } from "./reply.ts";
import { chooseTurn, type Fault, type NormalRequest, type Script, type ScriptOptions } from "./script.ts";
import type { ScriptedWire } from "./scripted-wire.ts";
import { anthropicWire } from "./wire-anthropic.ts";
import { openaiChatWire } from "./wire-openai-chat.ts";
import { openaiResponsesWire } from "./wire-openai-responses.ts";

export interface ScriptedModelOptions extends ScriptOptions {
  /** What `/models` lists. Default: `scripted`. */
  models?: readonly string[];
  /** Default: any free one. */
  port?: number;
}

/** A request as it came in. */
export interface RecordedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  /** The parsed body; undefined where it was no JSON object. */
  body: Record<string, unknown> | undefined;
  /** Of requests to a model only. */
  normal?: NormalRequest;
  /** `answered` once the reply was sent whole, `closed` once the connection ended before. */
  state: "open" | "answered" | "closed";
}

export interface ScriptedModel {
  /** `http://127.0.0.1:4711`. The base URL of every wire is this with `/v1`; any other path before the endpoint does too. */
  url: string;
  /** In order of arrival; the first 1,000 are kept. */
  requests: readonly RecordedRequest[];
  /** How many connections were opened so far. */
  connections(): number;
  /** Destroys what is open and returns when the port is free. */
  close(): Promise<void>;
}

const maxBodyBytes = 64 * 1024 * 1024;
const maxRecorded = 1_000;
const wires = [anthropicWire, openaiChatWire, openaiResponsesWire];

/**
 * Serves a script as a model on 127.0.0.1, over real HTTP and in all three wire formats at once, told apart by path.
 * It asserts nothing; what came in is in `requests`.
 */
export async function startScriptedModel(
  script: Script,
  options: ScriptedModelOptions = {},
): Promise<ScriptedModel> {
  const requests: RecordedRequest[] = [];
  const failures = new Map<string, number>();
  let arrived = 0;
  let connections = 0;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    const wire = wires.find((candidate) => path.endsWith(candidate.endpoint));
    const text = await readBody(request);
    const body = text === undefined ? undefined : parseObject(text);
    const headers = headersOf(request);
    const record: RecordedRequest = { method: request.method ?? "GET", path, headers, body, state: "open" };
    if (requests.length < maxRecorded) requests.push(record);
    response.once("close", () => (record.state = response.writableFinished ? "answered" : "closed"));
    if (request.method === "GET" && path.endsWith("/models"))
      return sendModels(response, headers, options.models);
    if (wire === undefined || request.method !== "POST")
      return sendError(response, openaiChatWire, 404, "no such path");
    if (text === undefined) return sendError(response, wire, 413, "the body is too large");
    if (body === undefined) return sendError(response, wire, 400, "the body is no JSON object");

    const read = wire.read(body);
    const normal = normalRequest({ ...read, wire: wire.name, model: stringOf(body["model"]), headers, body });
    record.normal = normal;
    const number = arrived++;
    const turn = await chooseTurn(script, normal, number, options);
    const fault = dueFault(turn.fault, normal, failures);
    if (turn.delayMs !== undefined) await pause(turn.delayMs, response);
    if (await answerWithFault(response, wire, fault)) return;
    const reply = replyOf({ ...turn, fault }, text.length);
    const makeId = idMaker(`request ${number}`);
    const context = { model: normal.model, makeId, created: Math.floor(Date.now() / 1000), body };
    if (body["stream"] === true) return streamReply(response, wire, wire.frames(reply, context), fault);
    return sendWhole(response, wire.whole(reply, context), fault);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else sendError(response, openaiChatWire, 500, `the script failed: ${String(error)}`);
    });
  });
  server.on("connection", (socket) => {
    connections++;
    socket.setNoDelay(true);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    connections: () => connections,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** What still is to go wrong: a fault with `times` is over once the same conversation saw it that often. */
function dueFault(fault: Fault | undefined, request: NormalRequest, failures: Map<string, number>): Fault {
  if (fault?.times === undefined) return fault ?? {};
  const key = createHash("sha256")
    .update(JSON.stringify([request.wire, request.messages]))
    .digest("hex");
  const seen = failures.get(key) ?? 0;
  if (seen >= fault.times) return {};
  failures.set(key, seen + 1);
  return fault;
}

/** Undefined where it is longer than anybody needs; the rest is then read and thrown away. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk as Buffer);
    size += bytes.length;
    if (size <= maxBodyBytes) chunks.push(bytes);
  }
  return size > maxBodyBytes ? undefined : Buffer.concat(chunks).toString("utf8");
}

function headersOf(request: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) headers[name] = [value].flat().join(", ");
  return headers;
}

function sendError(response: ServerResponse, wire: ScriptedWire, status: number, message: string): void {
  const body = JSON.stringify(wire.errorBody(status, message));
  response.writeHead(status, { "content-type": "application/json" }).end(body);
}

function sendModels(
  response: ServerResponse,
  headers: Record<string, string>,
  models: readonly string[] = ["scripted"],
): void {
  const body =
    headers["anthropic-version"] === undefined
      ? {
          object: "list",
          data: models.map((id) => ({ id, object: "model", created: 0, owned_by: "skillmint" })),
        }
      : {
          data: models.map((id) => ({
            type: "model",
            id,
            display_name: id,
            created_at: "1970-01-01T00:00:00Z",
          })),
          has_more: false,
          first_id: models[0] ?? null,
          last_id: models.at(-1) ?? null,
        };
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
}
