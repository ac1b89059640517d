import type { ModelRequest } from "../../model/model.ts";
import { digestOf, mapTexts, toJson, type Json } from "./json.ts";
import type { Placeholders } from "./placeholders.ts";

/** A request as it is compared: nothing in it depends on the machine, the moment or the run. */
export interface RequestForm {
  system: string;
  tools: Json[];
  messages: Json[];
}

/** The digests that stand for a request in the file. */
export interface RequestDigests {
  system: string;
  tools: string[];
  /** Of the list of tools. */
  toolList: string;
  messages: string[];
}

/** `date`: the day that the session began, which its system prompt names. */
export function formRequest(request: ModelRequest, placeholders: Placeholders, date: string): RequestForm {
  return placeholders.numbering(() => form(request, placeholders, date));
}

function form(request: ModelRequest, { hide }: Placeholders, date: string): RequestForm {
  const hidden = (value: unknown): Json => mapTexts(toJson(value), hide);
  return {
    system: hide(request.system).replaceAll(date, "${date}"),
    tools: request.tools.map(hidden),
    // What a provider wants back untouched is part of the reply it came with.
    messages: request.messages.map((message) =>
      message.role === "assistant"
        ? hidden({ ...message, content: message.content.map((part) => ({ ...part, opaque: undefined })) })
        : hidden(message),
    ),
  };
}

export function digestRequest({ system, tools, messages }: RequestForm): RequestDigests {
  const digests = tools.map(digestOf);
  return {
    system: digestOf(system),
    tools: digests,
    toolList: digestOf(digests),
    messages: messages.map(digestOf),
  };
}
