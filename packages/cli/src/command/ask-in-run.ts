import type { Runtime } from "@skillmint/core";
import type { AskView, SessionEvent, SessionId } from "@skillmint/core/protocol";
import type { CliContext } from "../cli-context.ts";
import type { Renderer } from "../render/renderer.ts";
import { askPerson } from "./ask-person.ts";
import { wordAsk, wordHowToAnswer } from "./show-outcome.ts";

export interface RunAsks {
  /** Sees every event of the run. */
  see(event: SessionEvent): void;
  /** The run is over: nobody is asked any more. */
  end(): Promise<void>;
}

interface Options {
  context: CliContext;
  renderer: Renderer;
  runtime: Pick<Runtime, "answer">;
  sessionId: SessionId;
  /** Somebody sits there; otherwise they are told how to answer from elsewhere. */
  isInteractive: boolean;
}

/**
 * Questions that calls ask while they run. The run does not wait for them, so they are put beside it: one after the
 * other, and only for as long as nobody else has answered and the call goes on.
 */
export function createRunAsks({ context, renderer, runtime, sessionId, isInteractive }: Options): RunAsks {
  const started = new Set<string>();
  const open = new Map<string, { callId: string; controller: AbortController }>();
  let queue: Promise<void> = Promise.resolve();

  const tell = (ask: AskView): void => {
    for (const line of [...wordAsk(context, ask), wordHowToAnswer(context, sessionId, ask)])
      renderer.say(line);
  };

  async function put(ask: AskView, controller: AbortController): Promise<void> {
    const signal = AbortSignal.any([context.signal, controller.signal]);
    if (signal.aborted) return;
    const isAnswered = await askPerson({ ...context, signal }, renderer, runtime, { sessionId, asks: [ask] });
    if (!isAnswered && !signal.aborted) tell(ask);
  }

  function ask(asked: AskView): void {
    if (context.json) return;
    if (!isInteractive) {
      tell(asked);
      return;
    }
    const controller = new AbortController();
    open.set(asked.askId, { callId: asked.callId, controller });
    queue = queue
      .then(() => put(asked, controller))
      // What goes wrong with a prompt is no reason to end the run.
      .catch((error: unknown) => renderer.say(error instanceof Error ? error.message : String(error)));
  }

  const close = (isOver: (askId: string, callId: string) => boolean): void => {
    for (const [askId, { callId, controller }] of open) if (isOver(askId, callId)) controller.abort();
  };

  return {
    see(event) {
      if (event.type === "tool.started") started.add(event.callId);
      else if (event.type === "question.asked" && started.has(event.callId)) ask(event);
      else if (event.type === "question.answered") close((askId) => askId === event.askId);
      else if (event.type === "tool.settled") close((_askId, callId) => callId === event.callId);
    },
    async end() {
      close(() => true);
      await queue;
    },
  };
}
