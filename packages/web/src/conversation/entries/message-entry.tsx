import { textOf, type AskView, type CallId, type CallView, type Entry } from "@skillmint/core/protocol";
import { memo, type ReactNode } from "react";
import { useWhole } from "../../api/use-blob.ts";
import { CopyButton } from "../../design/copy-button.tsx";
import { Markdown } from "../../markdown/markdown.tsx";
import { useWords } from "../../text/use-words.tsx";
import { AgentCard } from "../calls/agent-card.tsx";
import { BlobImage } from "../calls/blob-image.tsx";
import { CallCard } from "../calls/call-card.tsx";
import { conversationTexts } from "../conversation-texts.ts";
import { Reasoning } from "./reasoning.tsx";

type Message = Extract<Entry, { kind: "message" }>;

interface MessageProps {
  entry: Message;
  calls: readonly (CallView | undefined)[];
  asks: readonly AskView[];
  progress: ReadonlyMap<CallId, string>;
}

function CallPart({
  call,
  asks,
  progress,
}: { call: CallView | undefined } & Pick<MessageProps, "asks" | "progress">): ReactNode {
  if (!call) return null;
  if (call.childId) return <AgentCard call={call} childId={call.childId} />;
  return (
    <CallCard
      ask={asks.find(({ callId }) => callId === call.callId)}
      call={call}
      progress={progress.get(call.callId)}
    />
  );
}

/** What the model said, thought and called, in its order. */
export const MessageEntry = memo(({ entry, calls, asks, progress }: MessageProps): ReactNode => {
  const t = useWords(conversationTexts);
  const content = useWhole(entry.content, entry.blobs, "content");
  const lastText = content.findLastIndex((part) => part.type === "text");
  return content.map((part, index) => {
    if (part.type === "text")
      return (
        <div className="group relative my-3" key={index}>
          <Markdown text={part.text} />
          {index === lastText && part.text.trim() !== "" ? (
            <div className="absolute right-0 -bottom-4 rounded-md bg-page opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
              <CopyButton label={t("copyAnswer")} text={textOf(content)} />
            </div>
          ) : null}
        </div>
      );
    if (part.type === "reasoning") return <Reasoning key={index} text={part.text} />;
    if (part.type === "image")
      return <BlobImage blob={part.blob} key={index} label="" mediaType={part.mediaType} />;
    const call = calls.find((one) => one?.callId === part.callId);
    return <CallPart asks={asks} call={call} key={part.callId} progress={progress} />;
  });
}, isSame);
MessageEntry.displayName = "MessageEntry";

/** Entries and calls are replaced when they change: what is the same object looks the same. */
function isSame(before: MessageProps, after: MessageProps): boolean {
  const ids = new Set(after.entry.calls);
  const touches = (ask: AskView): boolean => ids.has(ask.callId);
  return (
    before.entry === after.entry &&
    before.calls.every((call, index) => call === after.calls[index]) &&
    before.asks
      .filter(touches)
      .map(({ askId }) => askId)
      .join() ===
      after.asks
        .filter(touches)
        .map(({ askId }) => askId)
        .join() &&
    after.entry.calls.every((id) => before.progress.get(id) === after.progress.get(id))
  );
}
