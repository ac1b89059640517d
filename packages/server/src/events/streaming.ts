import type { LiveEvent, SessionEvent, SessionId } from "@skillmint/core/protocol";

/** What models are writing right now, for readers that come late. */
export interface Streaming {
  take(event: SessionEvent): void;
  of(id: SessionId): LiveEvent<"text.snapshot"> | undefined;
}

const maxPieces = 256;

/** A message in pieces: joined when somebody asks, not with every piece. */
interface Writing {
  messageId: LiveEvent<"text.snapshot">["messageId"];
  text: string[];
  reasoning: string[];
}

const ends = new Set<SessionEvent["type"]>([
  "message.completed",
  "message.failed",
  "run.ended",
  "model.retrying",
]);

export function createStreaming(): Streaming {
  const writing = new Map<SessionId, Writing>();
  return {
    take(event) {
      if (ends.has(event.type)) writing.delete(event.sessionId);
      if (event.type !== "text.delta" && event.type !== "reasoning.delta") return;
      const known = writing.get(event.sessionId);
      const { messageId } = event;
      const message = known?.messageId === messageId ? known : { messageId, text: [], reasoning: [] };
      writing.set(event.sessionId, message);
      const pieces = event.type === "text.delta" ? message.text : message.reasoning;
      pieces.push(event.text);
      // Many short pieces take several times the room of what they say.
      if (pieces.length > maxPieces) pieces.splice(0, pieces.length, pieces.join(""));
    },
    of(sessionId) {
      const message = writing.get(sessionId);
      if (!message) return undefined;
      message.text = [message.text.join("")];
      message.reasoning = [message.reasoning.join("")];
      const { messageId } = message;
      const [text = ""] = message.text;
      const [reasoning = ""] = message.reasoning;
      return { type: "text.snapshot", sessionId, at: Date.now(), messageId, text, reasoning };
    },
  };
}
