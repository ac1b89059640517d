import type { WireName } from "../model/provider.ts";
import type { NormalMessage } from "./script.ts";
import type { Reply } from "./reply.ts";

/** One event of a stream as it goes over the line; `comment` is a line that carries none. */
export type Frame = { event?: string; data: string } | { comment: string };

export interface ReplyContext {
  model: string;
  makeId(prefix: string): string;
  /** Seconds since 1970. */
  created: number;
  body: Record<string, unknown>;
}

export interface WireError {
  type: string;
  message: string;
}

/** How one vendor's wire is served: requests in, streams and whole replies out. */
export interface ScriptedWire {
  name: WireName;
  /** The end of the paths it is served at. */
  endpoint: string;
  read(body: Record<string, unknown>): { system: string; messages: NormalMessage[]; tools: string[] };
  frames(reply: Reply, context: ReplyContext): Iterable<Frame>;
  /** The reply to a request that asked for no stream. */
  whole(reply: Reply, context: ReplyContext): Record<string, unknown>;
  /** The body of an HTTP error. */
  errorBody(status: number, message: string): Record<string, unknown>;
  /** An error in mid-stream. */
  errorFrame(error: WireError): Frame;
  /** What keeps a connection alive and says nothing. */
  ping: Frame;
}

export function dataFrame(data: Record<string, unknown>): Frame {
  return { data: JSON.stringify(data) };
}

/** A frame whose event is named after the `type` of its data. */
export function typedFrame(data: { type: string } & Record<string, unknown>): Frame {
  return { event: data.type, data: JSON.stringify(data) };
}
