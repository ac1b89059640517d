import type { Runtime } from "@skillmint/core";
import { SkillmintError, type SessionId } from "@skillmint/core/protocol";
import type { CliContext } from "../cli-context.ts";
import { showOutcome } from "./show-outcome.ts";
import { createRenderer, work } from "./work.ts";

/** The last answer of a session and its end, as the events they are. */
async function printEnd(context: CliContext, runtime: Runtime, id: SessionId): Promise<void> {
  const last = new Map<string, string>();
  for await (const line of runtime.sessions.export(id, "jsonl")) {
    const { type } = JSON.parse(line) as { type: string };
    if (type === "message.completed" || type === "run.ended") last.set(type, line);
  }
  for (const line of last.values()) context.stdout.write(line);
}

/** `skillmint resume <session> [answer]` */
export async function resumeCommand(
  context: CliContext,
  session: string,
  words: readonly string[],
  flags: { ask?: string },
): Promise<number> {
  const runtime = await context.runtime();
  const id = await runtime.sessions.find(session);
  const answer = words.join(" ");
  const renderer = createRenderer(context);
  if (answer !== "") {
    await runtime.answer(id, answer, { ...(flags.ask ? { askId: flags.ask } : {}), onEvent: renderer.event });
    return work(context, renderer, id);
  }
  const state = await runtime.inspect(id);
  if (flags.ask !== undefined && !state.asks.some((ask) => ask.askId === flags.ask)) {
    throw new SkillmintError("ask-not-found", { params: { id, ask: flags.ask } });
  }
  const canAsk = context.stdinIsTty && context.stderr.isTTY && !context.json;
  if (state.reason === "waiting" && state.asks.length > 0 && !canAsk) {
    if (context.json) state.asks.forEach((ask) => context.printJson(ask));
    return showOutcome(context, renderer, state);
  }
  if (state.reason === "done") {
    if (context.json) await printEnd(context, runtime, id);
    else context.print(state.text);
    return 0;
  }
  return work(context, renderer, id, { continued: true });
}
