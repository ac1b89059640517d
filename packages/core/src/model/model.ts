import type { ReasoningPart, SkillmintError, StopReason, TextPart, Usage } from "../protocol/index.ts";

/** An image with its bytes: what a request carries and a reply may contain. */
export interface ModelImage {
  type: "image";
  mediaType: string;
  data: Uint8Array;
}

export type ModelInput = TextPart | ModelImage;

/**
 * A call the model made. `callId` is ours, never the provider's, so that ids are unique and well-formed
 * whatever a provider sends. `opaque` goes back to the wire that made it.
 */
export interface ModelCall {
  type: "call";
  callId: string;
  name: string;
  input: Record<string, unknown>;
  opaque?: Record<string, unknown>;
}

export type ModelMessage =
  | { role: "user"; content: ModelInput[] }
  /** `model` is the `provider/model` that wrote it: reasoning goes back only to the same one. */
  | { role: "assistant"; model: string; content: (TextPart | ModelImage | ReasoningPart | ModelCall)[] }
  | { role: "tool"; callId: string; name: string; isError: boolean; content: ModelInput[] };

export interface ToolDefinition {
  name: string;
  description: string;
  /** JSON schema of an object. */
  inputSchema: Record<string, unknown>;
}

export interface ModelRequest {
  system: string;
  /** Starts with a user message; every call is followed by its result. Roles need not alternate. */
  messages: ModelMessage[];
  tools: ToolDefinition[];
  /** Default: the model's own maximum. */
  maxOutputTokens?: number;
  temperature?: number;
  reasoningEffort?: "low" | "medium" | "high";
  /** Where in the tree of agents and iterations this request stands, e.g. `main` and 3: the key of cassettes. */
  place: { agent: string; iteration: number };
}

/** A call as it arrived. With a `defect` the arguments could not be read: `input` is then empty. */
export interface ReplyCall {
  type: "call";
  name: string;
  input: Record<string, unknown>;
  defect?: { kind: "invalid-json" | "not-an-object" | "cut"; raw: string };
  opaque?: Record<string, unknown>;
}

export type ReplyPart = TextPart | ReasoningPart | ModelImage | ReplyCall;

/**
 * What a model's stream is made of. Deltas come in order; exactly one `finished` or `failed` comes last.
 * `finished.content` is the whole reply in order (adjacent deltas joined, no empty text).
 */
export type ModelEvent =
  | { type: "text"; delta: string }
  | { type: "reasoning"; delta: string }
  | { type: "call"; index: number; name: string; delta: string }
  | { type: "finished"; content: ReplyPart[]; stop: StopReason; usage: Usage }
  /** `content` is what had arrived; `retryAfterMs` is the provider's wish. */
  | { type: "failed"; error: SkillmintError; content: ReplyPart[]; usage?: Usage; retryAfterMs?: number };

export interface ModelLimits {
  /** Tokens it can read and write together. */
  context: number;
  /** Tokens it can write. */
  output: number;
  images: boolean;
}

/** A function from a request to a stream of events. `stream` never throws and ends soon after `signal` aborts. */
export interface Model {
  /** `provider/model` */
  readonly id: string;
  readonly limits: ModelLimits;
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}
