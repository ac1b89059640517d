import type { CallView, EventDraft } from "../protocol/index.ts";
import type { Intent } from "./define-tool.ts";

interface CallLog {
  append(events: EventDraft[], options?: { durable?: boolean }): Promise<unknown>;
  putBlob(bytes: Uint8Array): Promise<string>;
}

/** Writes down that a call acts from here on, and with what: it is on disk when this returns. */
export async function beginCall(log: CallLog, call: CallView, intent: Intent): Promise<void> {
  const events: EventDraft[] = [
    {
      type: "tool.started",
      callId: call.callId,
      ...(intent.process ? { pid: intent.process.pid, pidStart: intent.process.start } : {}),
    },
  ];
  if (intent.process && intent.shell) {
    const { pid, start } = intent.process;
    events.push({ type: "shell.started", callId: call.callId, pid, pidStart: start, ...intent.shell });
  }
  if (intent.change) {
    const { path, before, after, mode } = intent.change;
    events.push({
      type: "file.changed",
      callId: call.callId,
      path,
      before: before && (await log.putBlob(before)),
      after: after && (await log.putBlob(after)),
      ...(mode === undefined ? {} : { mode }),
    });
  }
  await log.append(events, { durable: true });
}
