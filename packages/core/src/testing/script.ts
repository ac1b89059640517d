import { z } from "zod";
import type { WireName } from "../model/provider.ts";
import { stopReason } from "../protocol/index.ts";

const count = z.number().int().nonnegative();

/** `id`: null sends none at all, any string is sent as it is. `rawArguments` is sent in place of `input`. */
const scriptedCall = z.strictObject({
  name: z.string(),
  input: z.record(z.string(), z.unknown()).optional(),
  rawArguments: z.string().optional(),
  id: z.string().nullable().optional(),
});

const scriptedPart = z.union([
  z.strictObject({ text: z.string() }),
  z.strictObject({ reasoning: z.string() }),
  z.strictObject({ call: scriptedCall }),
]);

/**
 * What goes wrong with a reply. Several may be combined. Events are counted as they are sent, the first is 1.
 * - `status`, `body`, `headers`: an HTTP error, by default with the body that the wire's vendor sends
 * - `html`: a page, as a proxy would answer (with 200 unless `status` says otherwise)
 * - `cutAfterEvents`, `cutAfterBytes`: the connection is destroyed there; `endAfterEvents`: it ends cleanly there
 * - `dropLastEvents`: all but the last n events, then a clean end; `repeatFirstEvent`: the first event comes twice
 * - `silence`: headers, then nothing; `pingOnly`: headers, then a ping every n ms; `endless`: text without end
 * - `errorEvent`: an error of the wire in mid-stream, `afterEvents` events (default 1) of the reply
 * - `splitBytes`: every n bytes are a write of their own; `slowBytesMs`: with a pause after each; `crlf`: CRLF lines
 * - `times`: only the first n requests of this turn fail, then it is served as written
 */
const fault = z.strictObject({
  status: z.number().int().min(100).max(599).optional(),
  body: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
  headers: z.record(z.string(), z.string()).optional(),
  html: z.boolean().optional(),
  cutAfterEvents: count.optional(),
  cutAfterBytes: count.optional(),
  endAfterEvents: count.optional(),
  dropLastEvents: count.optional(),
  repeatFirstEvent: z.boolean().optional(),
  silence: z.boolean().optional(),
  pingOnly: z.number().positive().optional(),
  endless: z.boolean().optional(),
  errorEvent: z.strictObject({ type: z.string(), message: z.string() }).optional(),
  afterEvents: count.optional(),
  splitBytes: z.number().int().positive().optional(),
  slowBytesMs: z.number().positive().optional(),
  crlf: z.boolean().optional(),
  times: z.number().int().positive().optional(),
});

const scriptedUsage = z.strictObject({
  input: count.optional(),
  output: count.optional(),
  cacheRead: count.optional(),
  cacheWrite: count.optional(),
  reasoning: count.optional(),
});

/**
 * One reply. Its parts come as `reasoning`, `text`, `calls`, or in the order of `parts`. `stop` follows from the
 * parts where it is absent. `delayMs` passes before the first byte; `chunk` is the number of characters per delta.
 */
const turnObject = z.strictObject({
  text: z.string().optional(),
  reasoning: z.string().optional(),
  calls: z.array(scriptedCall).optional(),
  parts: z.array(scriptedPart).optional(),
  stop: stopReason.optional(),
  usage: scriptedUsage.optional(),
  delayMs: z.number().nonnegative().optional(),
  chunk: z.number().int().positive().optional(),
  fault: fault.optional(),
});

/** The content of a script file. A list stands for its turns alone, a plain string for a turn of that text. */
export const scriptFile = z.strictObject({
  turns: z.array(turnObject),
  order: z.enum(["conversation", "arrival"]).optional(),
  repeat: z.boolean().optional(),
  models: z.array(z.string()).optional(),
});

export type ScriptedCall = z.infer<typeof scriptedCall>;
export type ScriptedPart = z.infer<typeof scriptedPart>;
export type Fault = z.infer<typeof fault>;
export type TurnObject = z.infer<typeof turnObject>;
/** A plain string is a turn of that text. */
export type Turn = string | TurnObject;

export interface NormalCall {
  id: string;
  name: string;
  /** Undefined where the arguments are no JSON object. */
  input: Record<string, unknown> | undefined;
}

export type NormalMessage =
  | { role: "user"; text: string; images: number }
  | { role: "assistant"; text: string; reasoning: string; calls: NormalCall[] }
  /** The OpenAI wires have no mark for errors: there `isError` is always false. */
  | { role: "tool"; id: string; name: string; text: string; isError: boolean };

export type ToolMessage = Extract<NormalMessage, { role: "tool" }>;

/** A request as a script sees it, the same for every wire. */
export interface NormalRequest {
  /** `none`: asked in this process, without a wire. */
  wire: WireName | "none";
  model: string;
  system: string;
  messages: NormalMessage[];
  /** The names of the tools on offer. */
  tools: string[];
  /** How many replies the conversation holds so far: 0 for its first request. */
  turn: number;
  /** The text of the last user message. */
  last: string;
  /** The results that follow the last reply. */
  results: ToolMessage[];
  headers: Record<string, string>;
  body: unknown;
}

export type ScriptFunction = (request: NormalRequest) => Turn | Promise<Turn>;

/** Turns by number, or a function of the conversation. */
export type Script = readonly Turn[] | ScriptFunction;

export interface ScriptOptions {
  /**
   * `conversation` (default): a turn is chosen by how many replies its conversation holds, so that conversations may
   * interleave and a repeated request gets the same turn. `arrival`: by how many requests came before it.
   */
  order?: "conversation" | "arrival";
  /** Begin again after the last turn. Otherwise what comes after it is the text `(end of script)`. */
  repeat?: boolean;
}

export const endOfScript = "(end of script)";

/** The turn that answers a request. `arrival` is the number of requests that came before it. */
export async function chooseTurn(
  script: Script,
  request: NormalRequest,
  arrival: number,
  options: ScriptOptions = {},
): Promise<TurnObject> {
  const turns = typeof script === "function" ? undefined : script;
  let chosen: Turn | undefined;
  if (typeof script === "function") chosen = await script(request);
  else if (turns !== undefined && turns.length > 0) {
    const index = options.order === "arrival" ? arrival : request.turn;
    chosen = turns[options.repeat ? index % turns.length : index];
  }
  chosen ??= endOfScript;
  return typeof chosen === "string" ? { text: chosen } : chosen;
}
