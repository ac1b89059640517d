import {
  textOf,
  unspill,
  type BlobId,
  type DurableEvent,
  type InputPart,
  type Language,
  type SessionId,
  type Translate,
} from "../protocol/index.ts";
import { readVisible } from "./export.ts";
import { escapeHtml, pageEnd, pageStart } from "./html-page.ts";
import type { Store } from "./store.ts";

/** Images that a page can hold without risk; an SVG is a document of its own. */
const shownImages = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);
const maxImageBytes = 8 * 1024 * 1024;
const maxDepth = 5;

const time = (at: number): string => new Date(at).toISOString();
const block = (text: string): string => (text === "" ? "" : `<pre tabindex="0">${escapeHtml(text)}</pre>\n`);
const line = (text: string): string => `<p class="end">${escapeHtml(text)}</p>\n`;

/** Prose as it is, with the code in it set apart. */
function prose(text: string): string {
  return text
    .split(/^(?:`{3,}|~{3,})([^\n]*)$/m)
    .map((piece, index) => {
      // Between two fences stands code; what a fence says about it stands before it.
      if (index % 2 === 1) return "";
      const isCode = (index / 2) % 2 === 1;
      const trimmed = piece.replaceAll(/^\n+|\s+$/g, "");
      if (trimmed === "") return "";
      return isCode ? block(trimmed) : `<div class="text">${escapeHtml(trimmed)}</div>\n`;
    })
    .join("");
}

interface Parts {
  store: Pick<Store, "getBlob" | "get" | "read">;
  t: Translate;
}

function createPieces({ store, t }: Parts) {
  const open = new Map<string, DurableEvent<"tool.called">>();
  const children = new Map<string, DurableEvent<"agent.started">>();
  const decoder = new TextDecoder();
  const getText = async (blob: BlobId): Promise<string> => decoder.decode(await store.getBlob(blob));

  async function image({ blob, mediaType }: Extract<InputPart, { type: "image" }>): Promise<string> {
    const label = t("session.image", { mediaType });
    const bytes = shownImages.has(mediaType) ? await store.getBlob(blob) : undefined;
    if (!bytes || bytes.length > maxImageBytes) return line(label);
    const data = Buffer.from(bytes).toString("base64");
    return `<img alt="${escapeHtml(label)}" src="data:${mediaType};base64,${data}">\n`;
  }

  async function images(content: readonly InputPart[]): Promise<string> {
    const shown = content.flatMap((part) => (part.type === "image" ? [image(part)] : []));
    return (await Promise.all(shown)).join("");
  }

  function callOf(call: DurableEvent<"tool.called">, result: string, status: string): string {
    const input = JSON.stringify(call.input, null, 2);
    const name = escapeHtml(t("session.call", { name: call.name }));
    return `<details>\n<summary><b>${name}</b> · ${escapeHtml(status)}</summary>\n${block(input)}${result}</details>\n`;
  }

  return {
    children,
    article: (kind: string, heading: string, body: string): string =>
      `<article class="${kind}">\n<h2>${escapeHtml(heading)}</h2>\n${body}</article>\n`,
    images,
    getText,
    call: (event: DurableEvent<"tool.called">): void => void open.set(event.callId, event),
    start: (event: DurableEvent<"agent.started">): void => void children.set(event.callId, event),
    async settled(event: DurableEvent<"tool.settled">): Promise<string> {
      const call = open.get(event.callId);
      open.delete(event.callId);
      if (!call) return "";
      const text = textOf(event.content);
      const total = event.fullOutput?.chars ?? event.blobs?.reduce((sum, { chars }) => sum + chars, 0) ?? 0;
      const cut = total > text.length ? line(t("session.cut", { shown: text.length, total })) : "";
      const result = block(text) + cut + (await images(event.content));
      return callOf(call, result, t(`session.status.${event.status}`));
    },
    unsettled: (): string =>
      [...open.values()].map((call) => callOf(call, "", t("session.noResult"))).join(""),
  };
}

type Pieces = ReturnType<typeof createPieces>;

async function wordEvent(event: DurableEvent, pieces: Pieces, t: Translate): Promise<string> {
  const { article, images, getText } = pieces;
  switch (event.type) {
    case "prompt.admitted": {
      const content = await unspill(event.content, event.blobs, "content", getText);
      const body = `<div class="text">${escapeHtml(textOf(content))}</div>\n${await images(content)}`;
      return article("prompt", `${t("session.prompt")} · ${time(event.at)}`, body);
    }
    case "message.completed": {
      const text = await unspill(event.text, event.blobs, "text", getText);
      return text === "" ? "" : article("answer", `${t("session.answer")} · ${event.model}`, prose(text));
    }
    case "message.failed":
      return line(t("session.failed", { problem: event.error.code })) + prose(event.text);
    case "tool.called":
      pieces.call(event);
      return "";
    case "agent.started":
      pieces.start(event);
      return "";
    case "tool.settled":
      return pieces.settled(event);
    case "note.added":
      return `<blockquote>${prose(event.text)}</blockquote>\n`;
    case "session.compacted":
      if (event.omitted !== undefined) return line(t("prompt.omitted", { count: event.omitted }));
      return `${line(t("session.compacted"))}<blockquote>${prose(event.summary)}</blockquote>\n`;
    case "context.cleared":
      return line(t("session.cleared"));
    case "run.ended":
      return event.reason === "done"
        ? ""
        : line(t("session.ended", { reason: t(`session.reason.${event.reason}`) }));
    default:
      return "";
  }
}

/** A conversation, and inside it those of its sub-agents, each behind the call that started it. */
async function* body(parts: Parts, id: SessionId, depth: number): AsyncGenerator<string> {
  const { t } = parts;
  const pieces = createPieces(parts);
  for await (const event of readVisible(parts.store, id)) {
    yield await wordEvent(event, pieces, t);
    const child = event.type === "tool.settled" ? pieces.children.get(event.callId) : undefined;
    if (!child || depth >= maxDepth) continue;
    const name = escapeHtml(t("session.agent", { type: child.agentType }));
    yield `<details>\n<summary><b>${name}</b></summary>\n`;
    yield* body(parts, child.childId, depth + 1);
    yield "</details>\n";
  }
  yield pieces.unsettled();
}

/**
 * The conversation as one page that needs nothing else: no script, no address, images in it. Everything that a person,
 * a model or a tool said is text there and nothing more.
 */
export async function* exportHtml(
  store: Parts["store"],
  id: SessionId,
  t: Translate,
  language: Language,
): AsyncGenerator<string> {
  const { title, model, folder, createdAt } = await store.get(id);
  const shown = title.trim() || t("session.untitled");
  const rows = [
    [t("session.id"), id],
    [t("session.folder"), folder],
    [t("session.model"), model],
    [t("session.createdAt"), time(createdAt)],
  ] as const;
  yield pageStart(shown, language);
  yield `<h1>${escapeHtml(shown)}</h1>\n<dl>\n`;
  for (const [name, value] of rows) yield `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>\n`;
  yield "</dl>\n";
  yield* body({ store, t }, id, 0);
  yield pageEnd;
}
