import type { SessionEvent } from "@skillmint/core/protocol";

/** Data lines of one block. Ids are not needed: every durable event carries its own. */
function toEvent(block: string): SessionEvent | undefined {
  const data = block
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice(5).trimStart());
  return data.length > 0 ? (JSON.parse(data.join("\n")) as SessionEvent) : undefined;
}

/** Hands on what came in each piece of a server-sent event stream, together; signs of life are pieces without any. */
export async function readEventStream(
  reply: Response,
  onEvents: (events: SessionEvent[]) => void,
): Promise<void> {
  if (!reply.body) return;
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop() ?? "";
    onEvents(blocks.flatMap((block) => toEvent(block) ?? []));
  }
}
