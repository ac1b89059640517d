import { explain, type Language, type SessionEvent, type Translate } from "@skillmint/core/protocol";
import { summarizeCall } from "./summarize-call.ts";
import type { Output, Renderer } from "./renderer.ts";
import { oneLine, sanitize } from "./sanitize.ts";
import { createStatusLine } from "./status-line.ts";
import { wordTodos } from "./word-todos.ts";

export interface PlainOptions {
  stdout: Output;
  stderr: Output;
  t: Translate;
  language: Language;
  quiet: boolean;
}

const marks = { ok: "✓", error: "✗", denied: "⊘", interrupted: "!" } as const;

/**
 * For people: progress on stderr, the answer on stdout. On a terminal text is shown as it streams; elsewhere
 * stdout gets the answer alone, when it is complete, so that a script can use it.
 */
export function createPlainRenderer({ stdout, stderr, t, language, quiet }: PlainOptions): Renderer {
  const status = createStatusLine(quiet ? { write: () => true } : stderr);
  const titles = new Map<string, string>();
  const streams = stdout.isTTY === true;
  let lastText = "";
  let atLineStart = true;
  /** Of the first event, where one comes to a run that works already. */
  let runStarted: number | undefined;

  /** The status line erases the line it stands on: streamed text must have ended its own before. */
  const endLine = (): void => {
    if (streams && !atLineStart) stdout.write("\n");
    atLineStart = true;
  };
  const setStatus = (text: string): void => {
    if (text !== "" && !quiet) endLine();
    status.set(text);
  };
  const note = (text: string): void => {
    if (quiet) return;
    status.around(() => {
      endLine();
      stderr.write(`${text}\n`);
    });
  };
  const showDelta = (text: string): void => {
    if (!streams) return;
    status.around(() => {
      stdout.write(sanitize(text));
      atLineStart = text.endsWith("\n");
    });
  };

  /** Of a sub-agent only what it does is shown: its words are for the agent that started it. */
  function childEvent(event: SessionEvent): void {
    if (event.type === "tool.called") titles.set(event.callId, summarizeCall(event.name, event.input));
    if (event.type === "tool.settled")
      note(`  ${marks[event.status]} ${titles.get(event.callId) ?? event.name}`);
  }

  function event(event: SessionEvent): void {
    if (event.parentSessionId !== undefined) {
      childEvent(event);
      return;
    }
    runStarted ??= event.at;
    switch (event.type) {
      case "agent.started":
        note(`→ ${t("cli.agentStarted", { type: event.agentType, prompt: oneLine(event.prompt, 100) })}`);
        break;
      case "session.compacted":
        note(event.omitted === undefined ? t("cli.compacted") : t("cli.omitted", { count: event.omitted }));
        break;
      case "results.cleared":
        note(
          event.freed === undefined
            ? t("cli.clearedSome")
            : t("cli.cleared", { chars: new Intl.NumberFormat(language).format(event.freed) }),
        );
        break;
      case "run.started":
        runStarted = event.at;
        setStatus(t("cli.thinking"));
        break;
      case "text.delta":
        setStatus("");
        showDelta(event.text);
        break;
      case "reasoning.delta":
        setStatus(t("cli.thinking"));
        break;
      case "call.delta":
        setStatus(t("cli.writingCall", { name: event.name }));
        break;
      case "model.retrying":
        note(
          t("cli.retrying", {
            problem: oneLine(explain(event.error, language), 200),
            seconds: Math.ceil(event.delayMs / 1000),
            attempt: event.attempt,
          }),
        );
        break;
      case "message.failed":
        if (event.text !== "" && event.willRetry) note(t("cli.voidText"));
        break;
      case "message.completed":
        lastText = event.text;
        if (event.content.some((part) => part.type === "call") && event.text !== "" && !streams) {
          note(oneLine(event.text, 300));
        }
        break;
      case "tool.called":
        titles.set(event.callId, summarizeCall(event.name, event.input));
        break;
      case "tool.started":
        setStatus(t("cli.running", { title: titles.get(event.callId) ?? "" }));
        break;
      case "tool.settled": {
        const took =
          event.durationMs !== undefined && event.durationMs >= 100
            ? ` ${(event.durationMs / 1000).toFixed(1)} s`
            : "";
        note(`${marks[event.status]} ${titles.get(event.callId) ?? event.name}${took}`);
        if (event.status !== "ok") {
          const first = event.content.find((part) => part.type === "text");
          if (first) note(`  ${oneLine(first.text, 160)}`);
        }
        setStatus(t("cli.thinking"));
        break;
      }
      case "todo.changed":
        for (const line of wordTodos(event.todos)) note(line);
        break;
      case "run.ended": {
        status.stop();
        const cost =
          event.usage.cost === undefined ? "" : t("cli.cost", { cost: event.usage.cost.toFixed(4) });
        const seconds = ((event.at - runStarted) / 1000).toFixed(1);
        if (event.reason === "done" || event.reason === "limit" || event.reason === "loop") {
          showAnswer();
        }
        if (event.reason === "waiting") break;
        note(t("cli.usage", { seconds, input: event.usage.input, output: event.usage.output, cost }));
        break;
      }
      default:
        break;
    }
  }

  function showAnswer(): void {
    if (lastText === "") return;
    if (!streams) stdout.write(lastText.endsWith("\n") ? lastText : `${lastText}\n`);
    endLine();
    lastText = "";
  }

  return { event, say: (text) => status.around(() => stderr.write(`${text}\n`)), end: () => status.stop() };
}
