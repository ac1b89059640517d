import type { AskView, SessionEvent, SessionId, SessionSettings, RunResult } from "../../protocol/index.ts";

export interface RecordOptions {
  /** The cassette to write. It is begun anew. */
  file: string;
  prompt: string;
  attachments?: readonly { name: string; data: Uint8Array }[];
  folder: string;
  settings?: Partial<SessionSettings>;
  /** What a person would say; `undefined` leaves the run waiting. Default: nobody answers. */
  answer?: (ask: AskView) => Promise<string | readonly string[] | undefined>;
  signal?: AbortSignal;
  onEvent?: (event: SessionEvent) => void;
}

export interface RecordedRun {
  file: string;
  events: SessionEvent[];
  outcome: RunResult;
}

/** What a recording needs of whoever runs sessions. */
export interface RecordHost {
  prompt(options: {
    text: string;
    attachments?: readonly { name: string; data: Uint8Array }[];
    folder: string;
    settings: Partial<SessionSettings>;
    onEvent: (event: SessionEvent) => void;
  }): Promise<{ sessionId: SessionId }>;
  run(
    id: SessionId,
    options: { signal?: AbortSignal; onEvent: (event: SessionEvent) => void },
  ): Promise<RunResult>;
  answer(
    id: SessionId,
    text: string | readonly string[],
    options: { askId: AskView["askId"]; onEvent: (event: SessionEvent) => void },
  ): Promise<unknown>;
}

/** Runs a prompt to its end, asking `answer` where the run waits, and writes all of it to a cassette. */
export async function recordRun(host: RecordHost, options: RecordOptions): Promise<RecordedRun> {
  const { file, prompt, attachments, folder, settings, answer, signal } = options;
  const events: SessionEvent[] = [];
  const onEvent = (event: SessionEvent): void => {
    events.push(event);
    options.onEvent?.(event);
  };
  const { sessionId } = await host.prompt({
    text: prompt,
    folder,
    settings: { ...settings, record: file },
    onEvent,
    ...(attachments ? { attachments } : {}),
  });
  const work = (): Promise<RunResult> => host.run(sessionId, { onEvent, ...(signal ? { signal } : {}) });
  let outcome = await work();
  while (outcome.reason === "waiting") {
    const said = await answerAll(host, sessionId, outcome.asks, answer, onEvent);
    if (!said) break;
    outcome = await work();
  }
  return { file, events, outcome };
}

/** Whether anything was said. */
async function answerAll(
  host: RecordHost,
  id: SessionId,
  asks: readonly AskView[],
  answer: RecordOptions["answer"],
  onEvent: (event: SessionEvent) => void,
): Promise<boolean> {
  let isAnswered = false;
  for (const ask of asks) {
    const text = await answer?.(ask);
    if (text === undefined) continue;
    await host.answer(id, text, { askId: ask.askId, onEvent });
    isAnswered = true;
  }
  return isAnswered;
}
