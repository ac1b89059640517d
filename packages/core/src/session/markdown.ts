import {
  textOf,
  unspill,
  type DurableEvent,
  type InputPart,
  type Spilled,
  type Translate,
} from "../protocol/index.ts";

/** A code block whose fence is longer than any run of backticks in it. */
export function codeBlock(text: string, info = ""): string {
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(Math.max(3, longest + 1));
  return `${fence}${info}\n${text}${text.endsWith("\n") ? "" : "\n"}${fence}\n`;
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
const quote = (text: string): string => text.replaceAll(/^/gm, "> ");
const time = (at: number): string => new Date(at).toISOString();

export interface Markdown {
  head(created: DurableEvent<"session.created">, model: string): string;
  /** What an event looks like, in whole paragraphs; nothing for most. Call it in the order of the log. */
  event(event: DurableEvent): Promise<string>;
  /** Calls that never got a result. */
  end(): string;
}

/** `getText` reads what was moved out of an event: prompts and answers are written whole, results as they are. */
export function createMarkdown(t: Translate, getText: (blob: string) => Promise<string>): Markdown {
  const open = new Map<string, DurableEvent<"tool.called">>();

  function parts(content: readonly InputPart[]): string {
    const images = content.flatMap((part) =>
      part.type === "image" ? [`${t("session.image", { mediaType: part.mediaType })}\n`] : [],
    );
    return [textOf(content), ...images].filter((piece) => piece !== "").join("\n\n");
  }

  function cutNote(blobs: readonly Spilled[] | undefined, shown: number): string {
    const total = blobs?.reduce((sum, blob) => sum + blob.chars, 0) ?? 0;
    return total > shown ? `\n${t("session.cut", { shown, total })}\n` : "";
  }

  function callHeading(call: DurableEvent<"tool.called">): string {
    const input = JSON.stringify(call.input, null, 2);
    return `\n### ${t("session.call", { name: oneLine(call.name) })}\n\n${codeBlock(input, "json")}${cutNote(call.blobs, input.length)}`;
  }

  function settled(event: DurableEvent<"tool.settled">): string {
    const call = open.get(event.callId);
    open.delete(event.callId);
    const text = parts(event.content);
    const total = event.fullOutput?.chars ?? 0;
    const note =
      total > text.length
        ? `\n${t("session.cut", { shown: text.length, total })}\n`
        : cutNote(event.blobs, text.length);
    const result = t("session.result", { status: t(`session.status.${event.status}`) });
    return `${call ? callHeading(call) : ""}\n${result}\n${text === "" ? "" : `\n${codeBlock(text)}`}${note}`;
  }

  return {
    head(created, model) {
      const rows = [
        [t("session.id"), created.sessionId],
        [t("session.folder"), created.folder],
        [t("session.model"), model],
        [t("session.createdAt"), time(created.at)],
      ];
      const title = oneLine(created.title) || t("session.untitled");
      return `# ${title}\n\n${rows.map(([name, value]) => `- ${name}: ${value}\n`).join("")}`;
    },

    async event(event) {
      switch (event.type) {
        case "prompt.admitted": {
          const content = await unspill(event.content, event.blobs, "content", getText);
          return `\n## ${t("session.prompt")} (${time(event.at)})\n\n${parts(content)}\n`;
        }
        case "message.completed": {
          const text = await unspill(event.text, event.blobs, "text", getText);
          return text === "" ? "" : `\n## ${t("session.answer")} (${event.model})\n\n${text}\n`;
        }
        case "message.failed":
          return `\n*${t("session.failed", { problem: event.error.code })}*\n${event.text === "" ? "" : `\n${event.text}\n`}`;
        case "tool.called":
          open.set(event.callId, event);
          return "";
        case "tool.settled":
          return settled(event);
        case "note.added":
          return `\n${quote(event.text)}\n`;
        case "session.compacted":
          if (event.omitted !== undefined) return `\n*${t("prompt.omitted", { count: event.omitted })}*\n`;
          return `\n*${t("session.compacted")}*\n\n${quote(event.summary)}\n`;
        case "context.cleared":
          return `\n*${t("session.cleared")}*\n`;
        case "run.ended":
          if (event.reason === "done") return "";
          return `\n*${t("session.ended", { reason: t(`session.reason.${event.reason}`) })}*\n`;
        default:
          return "";
      }
    },

    end: () => [...open.values()].map((call) => `${callHeading(call)}\n${t("session.noResult")}\n`).join(""),
  };
}
