import { request, type Agent, type IncomingMessage } from "node:http";

/** How long each delta took from the one who wrote it to this process, in ms, since it was last asked. */
export interface Delays {
  /** From the one who sent the event. */
  sent: number[];
  /** From the model that wrote the words in it. */
  written: number[];
  /** Until the first of a stream came. */
  begun: number[];
}

export const noDelays = (): Delays => ({ sent: [], written: [], begun: [] });

export function joinDelays(all: readonly Delays[]): Delays {
  return {
    sent: all.flatMap(({ sent }) => sent),
    written: all.flatMap(({ written }) => written),
    begun: all.flatMap(({ begun }) => begun),
  };
}

export interface Reader {
  /** Resolves with the first delta. */
  ready: Promise<void>;
  take(): Delays;
  close(): void;
}

const delta = /^data: (\{"type":"text\.delta".*)$/m;

export interface ReaderOptions {
  headers: Record<string, string>;
  agent: Agent;
  /** When it was asked for. */
  since?: number;
  /** The run that is watched is over. */
  onEnd?(): void;
}

/** One reader of a stream of events. */
export function readDelays(
  url: string,
  { headers, agent, onEnd, since = performance.now() }: ReaderOptions,
): Reader {
  const first = Promise.withResolvers<void>();
  let delays = noDelays();
  let isFirst = true;
  let rest = "";

  function take(block: string): void {
    if (block.includes('"type":"run.ended"')) onEnd?.();
    const [, json] = delta.exec(block) ?? [];
    if (json === undefined) return;
    const now = Date.now();
    const { at, text } = JSON.parse(json) as { at: number; text: string };
    delays.sent.push(now - at);
    delays.written.push(now - Number(text.slice(0, 13)));
    if (isFirst) delays.begun.push(performance.now() - since);
    isFirst = false;
    first.resolve();
  }

  const asked = request(url, { agent, headers }, (reply: IncomingMessage) => {
    reply.setEncoding("utf8");
    reply.on("data", (piece: string) => {
      const blocks = (rest + piece).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) take(block);
    });
    reply.on("error", first.reject);
    if (reply.statusCode !== 200) first.reject(new Error(`status ${reply.statusCode}`));
  });
  asked.on("error", first.reject);
  asked.end();
  return {
    ready: first.promise,
    take() {
      const taken = delays;
      delays = noDelays();
      return taken;
    },
    close: () => void asked.destroy(),
  };
}
