import {
  isKnown,
  type DurableEvent,
  type SessionId,
  type StoredEvent,
  type Translate,
} from "../protocol/index.ts";
import { readHidden } from "./hidden-ranges.ts";
import { createMarkdown } from "./markdown.ts";
import { readEvents } from "./open-view.ts";
import type { Store } from "./store.ts";

/** An address may carry credentials before its host or in its query; an export carries neither. */
function hideCredentials<S extends { baseUrl?: string | undefined }>(settings: S): S {
  if (settings.baseUrl === undefined) return settings;
  if (!URL.canParse(settings.baseUrl)) return { ...settings, baseUrl: "" };
  const url = new URL(settings.baseUrl);
  url.username = "";
  url.password = "";
  url.search = "";
  url.hash = "";
  return { ...settings, baseUrl: url.href };
}

function withoutCredentials(event: StoredEvent): StoredEvent {
  if (!isKnown(event)) return event;
  switch (event.type) {
    case "session.created":
      return { ...event, settings: hideCredentials(event.settings) };
    case "session.configured":
      return { ...event, settings: hideCredentials(event.settings) };
    case "prompt.admitted":
      return event.settings ? { ...event, settings: hideCredentials(event.settings) } : event;
    default:
      return event;
  }
}

/** The log as it is, one event a line, unknown ones included; contents of blobs stay behind. */
export async function* exportJsonl(store: Store, id: SessionId): AsyncGenerator<string> {
  for await (const event of readEvents(store, id)) yield `${JSON.stringify(withoutCredentials(event))}\n`;
}

/** What is part of the conversation, in its order: without what was undone. */
export async function* readVisible(store: Pick<Store, "read">, id: SessionId): AsyncGenerator<DurableEvent> {
  const isHidden = await readHidden(store, id);
  for await (const event of readEvents(store, id)) {
    if (!isKnown(event)) continue;
    // A message stands where it read to, before a prompt that came while it was written.
    if (!isHidden(event.type === "message.completed" ? event.readTo : event.seq)) yield event;
  }
}

/** The conversation for people to read, in pieces of any size. */
export async function* exportMarkdown(store: Store, id: SessionId, t: Translate): AsyncGenerator<string> {
  const { title, model } = await store.get(id);
  const decoder = new TextDecoder();
  const markdown = createMarkdown(t, async (blob) => decoder.decode(await store.getBlob(blob)));
  for await (const event of readVisible(store, id)) {
    if (event.type === "session.created") yield markdown.head({ ...event, title }, model);
    else yield await markdown.event(event);
  }
  yield markdown.end();
}
