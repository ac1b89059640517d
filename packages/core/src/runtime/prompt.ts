import { realpath } from "node:fs/promises";
import type { Home } from "../environment/home.ts";
import { loadConfig } from "../environment/config.ts";
import type { Model } from "../model/model.ts";
import { parseRules } from "../permission/rules.ts";
import {
  createId,
  cutText,
  spill,
  type DurableEvent,
  type EventDraft,
  type InputPart,
  type Language,
  type PromptId,
  type SessionEvent,
  type SessionId,
  type SessionSettings,
} from "../protocol/index.ts";
import type { Store } from "../session/store.ts";
import { openView } from "../session/open-view.ts";
import { imageTypeOf } from "./image-type.ts";
import type { Why } from "./choose-model.ts";
import type { ModelSource } from "./model-source.ts";

export interface Attachment {
  name: string;
  data: Uint8Array;
}

export interface PromptOptions {
  text: string;
  attachments?: readonly Attachment[];
  /** The session it goes to. Without one a new session is made in `folder`. */
  sessionId?: SessionId;
  folder?: string;
  /** For a new session its settings, for an old one what changes from here on. */
  settings?: Partial<SessionSettings>;
  /** Made by the client: the same id again is the same prompt. */
  promptId?: PromptId;
  onEvent?: (event: SessionEvent) => void;
}

export interface Admitted {
  sessionId: SessionId;
  settings: SessionSettings;
  why: Why;
}

export interface PromptDeps {
  store: Store;
  modelSource: ModelSource;
  models: Readonly<Record<string, Model>>;
  home: Home;
  language: Language;
}

/** Texts up to here fit into an event whatever characters they are made of. */
const maxInlineChars = 16_000;

/** The title of a session is the first line of its first prompt. */
function titleOf(text: string): string {
  const line = text.trim().split("\n", 1)[0] ?? "";
  return line.length <= 80 ? line : `${cutText(line, 79)}…`;
}

async function toContent(store: Store, id: SessionId, options: PromptOptions): Promise<InputPart[]> {
  const parts: InputPart[] = options.text === "" ? [] : [{ type: "text", text: options.text }];
  for (const { name, data } of options.attachments ?? []) {
    const mediaType = imageTypeOf(data);
    if (mediaType) parts.push({ type: "image", blob: await store.putBlob(id, data), mediaType });
    else
      parts.push({
        type: "text",
        text: `<file name=${JSON.stringify(name)}>\n${new TextDecoder().decode(data)}\n</file>`,
      });
  }
  return parts;
}

async function choose(deps: PromptDeps, wish: Partial<SessionSettings>) {
  if (wish.model !== undefined && Object.hasOwn(deps.models, wish.model))
    return { model: wish.model, why: "flag" as const };
  const choice = await deps.modelSource.choose({
    ...(wish.model === undefined ? {} : { model: wish.model }),
    ...(wish.baseUrl === undefined ? {} : { baseUrl: wish.baseUrl }),
  });
  // A missing key is told before anything is stored.
  if (wish.replay === undefined) await deps.modelSource.create(choice);
  return choice;
}

async function newSettings(deps: PromptDeps, wish: Partial<SessionSettings>) {
  const choice = await choose(deps, wish);
  const { config } = await loadConfig(deps.home, { language: deps.language });
  // The demo's script is known: it edits one file of its own, so that a first run shows an edit without a question.
  const fallback = choice.why === "demo" ? ("acceptEdits" as const) : ("default" as const);
  const settings: SessionSettings = {
    language: deps.language,
    ...wish,
    model: choice.model,
    mode: wish.mode ?? config.mode ?? fallback,
  };
  return { settings, why: choice.why };
}

/** Stores a prompt durably; what is wrong with it is told before anything is stored. */
export async function admitPrompt(deps: PromptDeps, options: PromptOptions): Promise<Admitted> {
  const { store } = deps;
  const wish = options.settings ?? {};
  parseRules(wish.rules);
  const emit = (events: DurableEvent[]): void => events.forEach((event) => options.onEvent?.(event));
  const old = options.sessionId;
  const promptId = options.promptId ?? createId("prm");
  const putText = (id: SessionId) => (text: string) => store.putBlob(id, new TextEncoder().encode(text));
  if (old !== undefined) {
    const view = await openView(store, old);
    const change: Partial<SessionSettings> =
      wish.model === undefined ? wish : { ...wish, model: (await choose(deps, wish)).model };
    const draft: EventDraft<"prompt.admitted"> = {
      type: "prompt.admitted",
      promptId,
      content: await toContent(store, old, options),
      ...(Object.keys(change).length > 0 ? { settings: change } : {}),
    };
    emit(await store.append(old, [await spill(draft, putText(old))], { durable: true }));
    return { sessionId: old, settings: { ...view.settings, ...change }, why: "session" };
  }
  const folder = await realpath(options.folder ?? process.cwd());
  const { settings, why } = await newSettings(deps, wish);
  const id = createId("ses");
  const created = { type: "session.created" as const, folder, title: titleOf(options.text), settings };
  const isPlain = (options.attachments ?? []).length === 0 && options.text.length < maxInlineChars;
  if (isPlain) {
    const content: InputPart[] = [{ type: "text", text: options.text }];
    emit(await store.create(id, [created, { type: "prompt.admitted", promptId, content }]));
    return { sessionId: id, settings, why };
  }
  // Blobs belong to a session, so there must be one before them.
  emit(await store.create(id, [created]));
  const draft: EventDraft<"prompt.admitted"> = {
    type: "prompt.admitted",
    promptId,
    content: await toContent(store, id, options),
  };
  emit(await store.append(id, [await spill(draft, putText(id))], { durable: true }));
  return { sessionId: id, settings, why };
}
