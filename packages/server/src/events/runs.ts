import type { Runtime } from "@skillmint/core";
import { SkillmintError, type SessionEvent, type SessionId } from "@skillmint/core/protocol";
import { createStreaming, type Streaming } from "./streaming.ts";

export type EventListener = (event: SessionEvent) => void;

/** The runs of this process. */
export interface Runs {
  /**
   * Sees to it that somebody works on a session; `continued`: a person asked to go on with one that ended early. Returns
   * once that began, and throws what kept it from beginning, which stands in no log.
   */
  start(id: SessionId, options?: { continued?: boolean }): Promise<void>;
  isWorking(id: SessionId): boolean;
  /** Every event of every run here, live ones and those of sub-agents too, in order. Returns how to stop it. */
  listen(listener: EventListener): () => void;
  /** What was streamed so far of a message that is not complete. */
  streaming: Pick<Streaming, "of">;
  /** Stops all of them; what they did is in the log, and each can be continued. */
  close(): Promise<void>;
}

interface Working {
  done: Promise<void>;
  begun: PromiseWithResolvers<void>;
  /** Something came in that the run may have been too late to see. */
  again: boolean;
}

export interface RunsOptions {
  runtime: Pick<Runtime, "run">;
  /** Told of what failed beside the log: a run that could not even start. */
  onFailure(id: SessionId, error: unknown): void;
}

export function createRuns({ runtime, onFailure }: RunsOptions): Runs {
  const working = new Map<SessionId, Working>();
  const listeners = new Set<EventListener>();
  const stopping = new AbortController();
  const streaming = createStreaming();

  const onEvent = (event: SessionEvent): void => {
    streaming.take(event);
    for (const listener of listeners) listener(event);
  };

  async function work(id: SessionId, mine: Working, continued: boolean): Promise<void> {
    let isFirst = true;
    do {
      mine.again = false;
      try {
        await runtime.run(id, {
          signal: stopping.signal,
          onEvent: (event) => {
            mine.begun.resolve();
            onEvent(event);
          },
          ...(isFirst && continued ? { continued: true } : {}),
        });
      } catch (error) {
        // Whoever works on it reads what came in as well.
        if (!SkillmintError.is(error) || error.code !== "session-busy") {
          onFailure(id, error);
          mine.begun.reject(error);
        }
      }
      mine.begun.resolve();
      isFirst = false;
    } while (mine.again && !stopping.signal.aborted);
  }

  return {
    streaming,
    async start(id, { continued = false } = {}) {
      const known = working.get(id);
      if (known) {
        known.again = true;
        return known.begun.promise;
      }
      if (stopping.signal.aborted) return undefined;
      const mine: Working = { done: Promise.resolve(), begun: Promise.withResolvers(), again: false };
      working.set(id, mine);
      mine.done = work(id, mine, continued).finally(() => working.delete(id));
      return mine.begun.promise;
    },
    isWorking: (id) => working.has(id),
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      stopping.abort();
      await Promise.all([...working.values()].map(({ done }) => done));
    },
  };
}
