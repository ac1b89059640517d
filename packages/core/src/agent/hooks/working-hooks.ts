import { isDeepStrictEqual } from "node:util";
import {
  createId,
  cutText,
  textOf,
  unspill,
  type CallId,
  type Entry,
  type Mode,
  type Problem,
  type PromptId,
} from "../../protocol/index.ts";
import type { Hook } from "../../environment/hook.ts";
import type { CallHooks, ReadyCall } from "../../tool/execute-env.ts";
import { validateInput } from "../../tool/validate.ts";
import { callPayload, changeInput, resultPayload } from "./call-payload.ts";
import { forbidHook } from "./forbid-hook.ts";
import type { HookOutcome } from "./read-outcome.ts";
import { runHooks, selectHooks, type HookMoment } from "./run-hooks.ts";
import type { SessionHooks, SessionHooksEnv } from "./session-hooks.ts";

export interface WorkingHooks extends Pick<
  SessionHooks,
  "start" | "beforeReply" | "beforeEnd" | "before" | "after" | "stopped"
> {
  run(moment: HookMoment): Promise<HookOutcome>;
}

type PromptEntry = Extract<Entry, { kind: "prompt" }>;

/** How often hooks may keep a run from ending. */
const maxStops = 3;
/** How much of a changed call is written down. */
const maxInputChars = 4_000;

/** Our modes under the names that hooks know. */
const modeNames: Readonly<Record<Mode, string>> = {
  default: "default",
  acceptEdits: "acceptEdits",
  plan: "plan",
  dontAsk: "dontAsk",
  unrestricted: "bypassPermissions",
};

/** Lets the hooks of one agent have their say, and writes down what came of it. */
export function createWorkingHooks(
  env: SessionHooksEnv,
  { active, spent }: Pick<SessionHooks, "active" | "spent">,
): WorkingHooks {
  const { log, source, signal } = env;
  const { view } = log;
  const { t } = env.execute();
  const agentType = view.settings.agent?.type ?? "general-purpose";
  const judged = new Map<CallId, ReturnType<CallHooks["before"]>>();
  const read = new Set<PromptId>();
  const ended = new Set<string>();
  let stops = 0;
  let stopReason: string | undefined;
  let startedFrom: number | undefined;

  const common = (): Record<string, unknown> => ({
    session_id: view.sessionId,
    cwd: view.folder,
    permission_mode: modeNames[env.execute().mode()],
    ...(view.parentSessionId === undefined ? {} : { agent_id: view.agent, agent_type: agentType }),
  });

  async function run(moment: HookMoment): Promise<HookOutcome> {
    const keyOf = (hook: Hook): string =>
      JSON.stringify([hook.source, hook.event, hook.matcher, hook.command]);
    const hooks = selectHooks(active(), moment).filter((hook) => !spent.has(keyOf(hook)));
    if (hooks.length === 0 || signal.aborted) return {};
    for (const hook of hooks) if (hook.once) spent.add(keyOf(hook));
    const { sandbox } = env.execute();
    const outcome = await runHooks(
      {
        folder: view.folder,
        environment: source.environment,
        ...(sandbox ? { sandbox } : {}),
        signal,
        t,
        tell: source.tell,
        execute: source.execute,
        forbid: (hook) => forbidHook(env.execute(), source.rules, hook),
      },
      hooks,
      { ...moment, payload: { ...common(), ...moment.payload } },
    );
    // A run that ends anyway ends as it does.
    const isEnd = moment.event === "Stop" || moment.event === "SubagentStop";
    if (outcome.stop !== undefined && !isEnd) stopReason ??= outcome.stop;
    return outcome;
  }

  async function addNote(text: string): Promise<void> {
    await log.append([{ type: "note.added", noteId: createId("note"), kind: "hook", text }]);
  }

  /** What the model was told since a place of the log is not told again: a run may have broken off behind it. */
  async function addNoteOnce(text: string, since: number): Promise<void> {
    const isTold = view.entries.some(
      (entry) =>
        entry.kind === "note" && entry.noteKind === "hook" && entry.seq > since && entry.text === text,
    );
    if (!isTold) await addNote(text);
  }

  async function addContext(
    event: HookMoment["event"],
    { context = [] }: HookOutcome,
    since = Infinity,
  ): Promise<void> {
    for (const text of context) await addNoteOnce(t("hooks.context", { event, text }), since);
  }

  async function startFrom(origin: "startup" | "resume" | "clear" | "compact"): Promise<void> {
    startedFrom = view.contextFrom;
    const event = "SessionStart";
    const outcome = await run({ event, subject: origin, payload: { source: origin } });
    await addContext(event, outcome, view.contextFrom - 1);
  }

  /** The log has the call as the model made it: what it became is told behind it. */
  async function change(ready: ReadyCall, updated: Record<string, unknown>): ReturnType<CallHooks["before"]> {
    const { call, tool } = ready;
    const changed = validateInput(tool, changeInput(ready, view.folder, updated), t);
    if (!changed.ok) return { deny: t("hooks.badInput", { problem: changed.message }) };
    if (isDeepStrictEqual(changed.input, ready.input)) return undefined;
    const message = view.entries.find(
      (entry) => entry.kind === "message" && entry.messageId === call.messageId,
    );
    const input = cutText(JSON.stringify(changed.input), maxInputChars);
    await addNoteOnce(t("hooks.changed", { name: tool.name, input }), message?.seq ?? 0);
    return { input: changed.input };
  }

  async function judge(ready: ReadyCall): ReturnType<CallHooks["before"]> {
    const event = "PreToolUse";
    const payload = callPayload(ready, view.folder);
    const outcome = await run({ event, subject: ready.tool.name, payload });
    await addContext(event, outcome);
    const deny = outcome.deny ?? outcome.stop ?? stopReason;
    if (deny !== undefined) return { deny: t("hooks.denied", { reason: deny }) };
    const ask = outcome.ask === undefined ? undefined : { ask: t("hooks.asks", { reason: outcome.ask }) };
    return outcome.input ? { ...ask, ...(await change(ready, outcome.input)) } : ask;
  }

  async function refuse(prompt: PromptEntry, reason: string): Promise<Problem | undefined> {
    await log.append([{ type: "prompt.refused", promptId: prompt.promptId, reason }]);
    const last = view.entries.findLast((entry) => entry.kind === "message");
    const isLeft = view.entries.some((entry) => entry.kind === "prompt" && entry.seq > view.readTo);
    if (!isLeft && (last?.calls.length ?? 0) === 0) return { code: "prompt-refused", params: { reason } };
    const message = t("hooks.promptRefused", { reason });
    source.tell({ path: view.folder, severity: "warning", code: "hook", message });
    return undefined;
  }

  async function readPrompt(prompt: PromptEntry): Promise<Problem | undefined> {
    read.add(prompt.promptId);
    const event = "UserPromptSubmit";
    const content = await unspill(prompt.content, prompt.blobs, "content", log.getText);
    const outcome = await run({ event, payload: { prompt: textOf(content) } });
    const reason = outcome.deny ?? outcome.stop;
    if (reason !== undefined) return refuse(prompt, reason);
    await addContext(event, outcome, prompt.seq);
    return undefined;
  }

  return {
    run,
    start: () => startFrom(view.entries.some(({ kind }) => kind === "message") ? "resume" : "startup"),
    async beforeReply() {
      const isCut = startedFrom !== undefined && startedFrom !== view.contextFrom;
      if (isCut) await startFrom(view.start === undefined ? "clear" : "compact");
      let problem: Problem | undefined;
      const unread = view.entries.filter(
        (entry): entry is PromptEntry =>
          entry.kind === "prompt" && entry.seq > view.readTo && !read.has(entry.promptId),
      );
      for (const prompt of unread) problem = (await readPrompt(prompt)) ?? problem;
      return problem;
    },
    before(ready) {
      const { callId } = ready.call;
      const known = judged.get(callId) ?? judge(ready);
      judged.set(callId, known);
      return known;
    },
    async after(ready, { status, content }) {
      if (status !== "ok" || signal.aborted) return;
      const event = "PostToolUse";
      const { name } = ready.tool;
      const payload = { ...callPayload(ready, view.folder), ...resultPayload(status, content) };
      const outcome = await run({ event, subject: name, payload });
      if (outcome.deny !== undefined) await addNote(t("hooks.objects", { name, reason: outcome.deny }));
      await addContext(event, outcome);
    },
    async beforeEnd() {
      const last = view.entries.findLast((entry) => entry.kind === "message");
      if (!last || ended.has(last.messageId)) return false;
      ended.add(last.messageId);
      const isChild = view.parentSessionId !== undefined;
      const outcome = await run({
        event: isChild ? "SubagentStop" : "Stop",
        ...(isChild ? { subject: agentType } : {}),
        payload: { stop_hook_active: stops > 0, last_assistant_message: last.text },
      });
      if (outcome.deny === undefined || outcome.stop !== undefined || signal.aborted) return false;
      if (stops >= maxStops) {
        const message = t("hooks.stopsAgain", { limit: maxStops, reason: outcome.deny });
        source.tell({ path: view.folder, severity: "warning", code: "hook", message });
        return false;
      }
      stops++;
      await addNote(t("hooks.goOn", { reason: outcome.deny }));
      return true;
    },
    stopped: () =>
      stopReason === undefined ? undefined : { code: "hook-stopped", params: { reason: stopReason } },
  };
}
